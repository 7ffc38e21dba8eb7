package org.foretell.workflow.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.TestMachines;
import org.foretell.workflow.report.WorkflowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded workflows. */
class WfFormatFileTest {
  private static final Path EXAMPLE = Path.of("../examples/recorded.wf.json");

  @TempDir private Path folder;

  @Test
  void readsTasksDependenciesAndRuntimes() {
    WfInstance instance = WfFormatFile.read(EXAMPLE);
    assertThat(instance.workflow().stages()).containsExactly("split", "count", "merge");
    assertThat(instance.workflow().tasks()).isEqualTo(5);
    assertThat(instance.workflow().followers(0)).isEqualTo(3);
    assertThat(instance.workflow().waitsFor(4)).isEqualTo(3);
    assertThat(instance.workflow().label(1)).isEqualTo("count_ID0000002");
    assertThat(instance.machines()).isEqualTo(1);
    assertThat(instance.coresPerMachine()).isEqualTo(2);
    WorkflowResult result =
        TestMachines.setup(TestMachines.of(1, 4), 2, 2).recorded(instance).run();
    // 5 s, then 20, 30 and 40 s on two cores, the longest first, then 4 s.
    assertThat(result.makespanSeconds()).isCloseTo(5 + 50 + 4, within(1e-3));
    assertThat(result.recordedSeconds()).isEqualTo(62);
  }

  @Test
  void isToldApartFromPipelines() {
    assertThat(WfFormatFile.isOne(EXAMPLE)).isTrue();
    assertThat(WfFormatFile.isOne(Path.of("../examples/ksrt.json"))).isFalse();
    assertThat(WfFormatFile.isOne(folder.resolve("none"))).isFalse();
  }

  private void refused(String before, String after, String expected) throws IOException {
    String text = Files.readString(EXAMPLE);
    assertThat(text).contains(before);
    Path file = Files.writeString(folder.resolve("w.json"), text.replace(before, after));
    assertThatThrownBy(() -> WfFormatFile.read(file))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void whatIsWrongIsRefused() throws IOException {
    refused("\"schemaVersion\": \"1.5\"", "\"schemaVersion\": \"1.4\"", "expected \"1.5\"");
    refused("\"id\": \"merge_ID0000005\"", "\"id\": \"count_ID0000002\"", "no other task has");
    refused("\"parents\": [\"split_ID0000001\"]", "\"parents\": [\"spilt\"]", "the id of a task");
    refused("\"runtimeInSeconds\": 30", "\"runtimeInSeconds\": -1", "a runtimeInSeconds from 0");
    refused(
        "\"inputFiles\": [\"text.txt\"]", "\"inputFiles\": [\"other\"]", "which no task writes");
    refused("\"children\": []", "\"children\": [\"split_ID0000001\"]", "wait for each other");
    refused("\"schemaVersion\"", "\"schemaVersion", "cannot be read");
  }
}
