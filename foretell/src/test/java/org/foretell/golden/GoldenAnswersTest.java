package org.foretell.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every question is answered as before, to the last digit. {@code -Dforetell.golden.renew} writes
 * the answers of now as those to be expected, says what changed, and fails, so that no build takes
 * them by accident.
 */
class GoldenAnswersTest {
  private static final String RENEW = "foretell.golden.renew";

  @ParameterizedTest
  @EnumSource
  void answersAreTheSame(Question question) throws IOException {
    Map<String, String> found = answers(GoldenCases.of(question));
    GoldenFile file = new GoldenFile(GoldenCase.GOLDEN.resolve(question.fileName()));
    String report = GoldenDifferences.report(file.read(), found);
    if (System.getProperty(RENEW) != null) {
      file.write(found);
      fail(
          file.path()
              + " is renewed; run the test again without -D"
              + RENEW
              + ". "
              + (report.isEmpty() ? "Nothing changed." : report));
    }
    assertThat(report).as("differences in " + file.path()).isEmpty();
  }

  /** Cases are asked on all cores at once; the answers come in their order. */
  private static Map<String, String> answers(List<GoldenCase> cases) {
    List<String> lines = cases.parallelStream().map(GoldenCase::line).toList();
    Map<String, String> answers = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      assertThat(answers.put(cases.get(i).name(), lines.get(i)))
          .as("a case is asked twice: " + cases.get(i).name())
          .isNull();
    }
    return answers;
  }
}
