package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foretell.page.StudyControls.Control;
import org.foretell.page.StudyControls.Group;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.junit.jupiter.api.Test;

class StudyControlsTest {
  private static final List<Group> GROUPS = groups(Studied.three(RankBy.TOTAL_COST));

  private static List<Group> groups(StudyDescription study) {
    return StudyControls.of(study, new StudyWords(study), List.of());
  }

  private static List<Control> of(String title) {
    return GROUPS.stream()
        .filter(group -> group.title().equals(title))
        .findFirst()
        .orElseThrow()
        .controls();
  }

  @Test
  void maintenanceOfEachOfferHasASlider() {
    assertThat(of("Maintenance"))
        .extracting(Control::id)
        .containsExactly(
            "offers.first.maintenancePerYear",
            "offers.second.maintenancePerYear",
            "offers.third.maintenancePerYear");
    Control first = of("Maintenance").get(0);
    assertThat(first.label()).isEqualTo("first, maintenance, EUR a year");
    assertThat(List.of(first.from(), first.value(), first.to())).containsExactly(12.5e3, 5e4, 2e5);
  }

  @Test
  void idleAndBusyNodesOfEachOfferHaveSliders() {
    assertThat(of("Power of nodes"))
        .extracting(Control::label)
        .containsExactly(
            "first, idle node, W",
            "first, busy node, W",
            "second, idle node, W",
            "second, busy node, W",
            "third, idle node, W",
            "third, busy node, W");
    Control idle = of("Power of nodes").get(0);
    assertThat(idle.id()).isEqualTo("offers.first.power.idle");
    assertThat(idle.hint()).startsWith("varies from 200 to 300");
  }

  /** The page lists what was moved by labels alone. */
  @Test
  void labelsOfAllSlidersDiffer() {
    assertThat(GROUPS.stream().flatMap(group -> group.controls().stream()))
        .extracting(Control::label)
        .doesNotHaveDuplicates();
  }
}
