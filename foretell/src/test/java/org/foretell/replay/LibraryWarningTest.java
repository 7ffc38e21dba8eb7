package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.setting.CollectiveChoice;
import org.foretell.trace.TraceInfo;
import org.junit.jupiter.api.Test;

/** A trace of one MPI library on a machine of another. */
final class LibraryWarningTest {
  private static final TraceInfo TRACE =
      new TraceInfo("program", 2, "Foretell's tracer 1.0, Open MPI v4.1.4", 0, List.of());

  private static Machine machine(String profile) {
    return Machine.builder("m")
        .nodes(
            NodeGroup.builder("compute")
                .nodes(1)
                .coresPerNode(2)
                .intraNode(new LinkSpeed(1_000_000, 1e9))
                .build())
        .network(new LinkSpeed(1_000_000, 1e9))
        .eagerThresholdBytes(4096)
        .collectives(new CollectiveTable(profile, List.of()))
        .build();
  }

  private static List<String> warnings(String profile, CollectiveChoice choice) {
    return new RunWarnings().library(TRACE, Optional.of(machine(profile)), choice).list();
  }

  @Test
  void anotherLibraryIsNamed() {
    assertThat(warnings("mpich4", CollectiveChoice.UNSAID))
        .singleElement()
        .asString()
        .contains("Open MPI v4.1.4", "collectives of mpich4", "--collectives ompi5");
  }

  @Test
  void theSameLibraryAChoiceOfTheUserAndAnUnknownLibraryAreNoMatter() {
    assertThat(warnings("ompi5", CollectiveChoice.UNSAID)).isEmpty();
    assertThat(warnings("formula", CollectiveChoice.UNSAID)).isEmpty();
    assertThat(warnings("mpich4", CollectiveChoice.UNSAID.withProfile("mpich4"))).isEmpty();
    assertThat(new RunWarnings().library(TRACE, Optional.empty(), CollectiveChoice.UNSAID).list())
        .isEmpty();
  }
}
