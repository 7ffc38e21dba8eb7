package org.foretell.machines.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.junit.jupiter.api.Test;

class FindingsTest {
  /** Names, and how often somebody has gone through them. */
  private static final class CountedNames extends AbstractCollection<String> {
    private final List<String> names = List.of("latency", "bandwidth");
    private int passes;

    @Override
    public Iterator<String> iterator() {
      passes++;
      return names.iterator();
    }

    @Override
    public int size() {
      return names.size();
    }
  }

  /** A hostile file may have as many unknown names as known ones; comparing all would not end. */
  @Test
  void unknownNamesAreComparedWithTheKnownOnesOnlyWhileFindingsAreKept() {
    Findings findings = new Findings("a.json");
    CountedNames known = new CountedNames();
    Member member = new Member("$.x", 1, 1, new Members("$.x", 1, 1, Map.of()));

    for (int i = 0; i < Findings.MOST; i++) {
      findings.unknownName(member, "latenc" + i, known);
    }
    int passes = known.passes;
    for (int i = 0; i < 10 * Findings.MOST; i++) {
      findings.unknownName(member, "latenc" + i, known);
    }

    assertThat(passes).isBetween(Findings.MOST, 3 * Findings.MOST);
    assertThat(known.passes).isEqualTo(passes);
    assertThat(findings.count()).isEqualTo(Findings.MOST);
  }
}
