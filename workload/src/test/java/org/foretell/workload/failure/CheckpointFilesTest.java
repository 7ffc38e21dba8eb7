package org.foretell.workload.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.foretell.failure.ForetellException;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.junit.jupiter.api.Test;

class CheckpointFilesTest {
  private static MachineBuilder machine() {
    return Machine.builder("bare")
        .network(LinkSpeed.INSTANT)
        .eagerThresholdBytes(0)
        .nodes(NodeGroup.builder("group").nodes(8).coresPerNode(2).build());
  }

  private static Machine machine(double serverBytes, double clientBytes) {
    LinkSpeed server = new LinkSpeed(0, serverBytes);
    LinkSpeed client = new LinkSpeed(0, clientBytes);
    return machine().fileSystem(new FileSystem(4, server, client, 1_000_000, 1 << 20, 1)).build();
  }

  /** Eight files of 1 GB on four servers of 1 GB/s take 2 s; through links of 0.1 GB/s 10 s. */
  @Test
  void theSlowerOfServersAndLinksCounts() {
    assertThat(CheckpointFiles.seconds(machine(1e9, 1e12), 8, 1_000_000_000, true))
        .isCloseTo(2, within(0.01));
    assertThat(CheckpointFiles.seconds(machine(1e12, 1e8), 8, 1_000_000_000, false))
        .isCloseTo(10, within(0.05));
  }

  @Test
  void aMachineWithoutFilesIsNamed() {
    Machine bare = machine().build();
    assertThatThrownBy(() -> CheckpointFiles.seconds(bare, 8, 1, true))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("machine bare has no file system");
  }
}
