package org.foretell.extrapolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.failure.ForetellException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedTraceTest {
  @TempDir private Path folder;

  private Path output() {
    return folder.resolve("extrapolated.bin");
  }

  /** A master that hands the next task to the worker that answers first: two runs differ. */
  @Test
  void aRaceIsNamedInTheRefusal() throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int ranks : new int[] {3, 5}) {
      traces.add(Files.writeString(folder.resolve("farm." + ranks + ".txt"), farm(ranks)));
    }
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(9).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("no law gives peer")
        .hasMessageContaining("\nA race may be the reason: what comes first decides the outcome of")
        .hasMessageContaining(" recv from any rank at farm.c:2 (in " + traces.get(0) + ", ")
        .hasMessageContaining("trace the program with a fixed order of messages");
    assertThat(output()).doesNotExist();
  }

  private static String farm(int ranks) {
    Random random = new Random(ranks);
    StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + ranks + "\n");
    text.append("call_site 0 \"farm.c:1\"\ncall_site 1 \"farm.c:2\"\ncall_site 2 \"farm.c:3\"\n");
    text.append("program 0 {\n");
    int[] tasks = new int[ranks];
    for (int task = 0; task < 4 * ranks; task++) {
      int worker = 1 + random.nextInt(ranks - 1);
      tasks[worker]++;
      text.append("  send peer=").append(worker).append(" bytes=4 tag=1 call_site=0\n");
      text.append("  recv peer=any matched_peer=").append(worker);
      text.append(" receive_bytes=4 tag=2 call_site=1\n");
    }
    text.append("}\n");
    for (int worker = 1; worker < ranks; worker++) {
      text.append("program ").append(worker).append(" {\n");
      for (int task = 0; task < tasks[worker]; task++) {
        text.append("  recv peer=0 receive_bytes=4 tag=1 call_site=2\n");
        text.append("  send peer=0 bytes=4 tag=2 call_site=2\n");
      }
      text.append("}\n");
    }
    return text.toString();
  }

  @Test
  void aValueBeyondTheRangeOfItsFieldIsRefused() throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int ranks : new int[] {2, 4, 8}) {
      StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + ranks + "\n");
      for (int rank = 0; rank < ranks; rank++) {
        text.append("program ").append(rank).append(" {\n  event object=").append(ranks << 26);
        text.append(" count=1\n  allreduce bytes=8\n}\n");
      }
      traces.add(Files.writeString(folder.resolve(ranks + ".txt"), text));
    }
    assertThatThrownBy(() -> Extrapolation.of(traces).ranks(32).to(output()))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("rank 0 a call that there cannot be: event, expected ")
        .hasMessageContaining("found 2147483648; nothing was written. Add a trace");
    assertThat(output()).doesNotExist();
  }
}
