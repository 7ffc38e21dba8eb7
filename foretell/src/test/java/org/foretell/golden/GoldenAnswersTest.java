package org.foretell.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every question over the catalogue, the examples and all models is answered as it was before, to
 * the last digit. With {@code -Dforetell.golden.renew=true} the answers of today become the
 * expected ones, and the test fails, so that nobody renews them unawares.
 */
class GoldenAnswersTest {
  private static final int MOST_SHOWN = 5;

  @ParameterizedTest
  @EnumSource(Question.class)
  void isAnsweredAsBefore(Question question) throws IOException {
    SortedMap<String, String> found = new TreeMap<>();
    for (Map.Entry<String, Supplier<String>> one : question.cases().entrySet()) {
      found.put(one.getKey(), Answer.of(one.getValue()));
    }
    if (Boolean.getBoolean("foretell.golden.renew")) {
      GoldenFile.write(question.fileName(), found);
      fail(found.size() + " answers of " + question + " renewed; look at what changed");
    }
    SortedMap<String, String> expected = GoldenFile.read(question.fileName());
    assertThat(found.keySet()).as("cases of %s", question).isEqualTo(expected.keySet());
    assertThat(changes(expected, found)).as("answers of %s that changed", question).isEmpty();
  }

  /** A line for each case that is answered in another way. */
  private static List<String> changes(
      SortedMap<String, String> expected, SortedMap<String, String> found) {
    List<String> changes = new ArrayList<>();
    for (String name : new TreeSet<>(expected.keySet())) {
      String before = expected.getOrDefault(name, "{}");
      String after = found.getOrDefault(name, "{}");
      if (!before.equals(after)) {
        List<String> differences = Answer.differences(before, after);
        changes.add(
            name
                + ": "
                + differences.size()
                + " values: "
                + String.join(
                    "; ", differences.subList(0, Math.min(MOST_SHOWN, differences.size()))));
      }
    }
    return changes;
  }

  @Test
  void aChangedValueIsToldWithItsPlace() {
    SortedMap<String, String> before = new TreeMap<>(Map.of("a", "{\"x\":{\"y\":[1,2.5]}}"));
    SortedMap<String, String> after = new TreeMap<>(Map.of("a", "{\"x\":{\"y\":[1,2.50001]}}"));
    assertThat(changes(before, after))
        .containsExactly("a: 1 values: /x/y/1: expected 2.5, found 2.50001");
    assertThat(changes(before, before)).isEmpty();
  }

  @Test
  void aChangeWithinALongListIsSeen() {
    String longer = "[" + "1,".repeat(40) + "1]";
    String other = "[" + "1,".repeat(40) + "2]";
    assertThat(Answer.of(() -> longer)).isNotEqualTo(Answer.of(() -> other));
    assertThat(Answer.of(() -> longer)).contains("\"length\":41");
  }
}
