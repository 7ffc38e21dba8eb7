package org.foretell.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placements;
import org.junit.jupiter.api.Test;

class PlacementChoiceTest {
  private static final PlacementChoice CHOICE =
      new PlacementChoice(null, "block", 2, Oversubscription.REFUSE);

  @Test
  void isEqualToTheSameChoice() {
    PlacementChoice same = new PlacementChoice(null, "block", 2, Oversubscription.REFUSE);
    assertEquals(CHOICE, same);
    assertEquals(CHOICE.hashCode(), same.hashCode());
  }

  @Test
  void eachComponentCounts() {
    for (PlacementChoice other :
        List.of(
            CHOICE.withGiven(Placements.oneRankPerNode(2)),
            CHOICE.withPolicy(null),
            CHOICE.withRanksPerNode(3),
            CHOICE.withOversubscription(Oversubscription.IGNORE))) {
      assertNotEquals(CHOICE, other);
    }
    assertEquals(4, PlacementChoice.class.getRecordComponents().length, "compared by hand");
  }
}
