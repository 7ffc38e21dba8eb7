package org.foretell.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the small inputs of tests. */
final class Scratch {
  private Scratch() {}

  static Path file(Path folder, String name, String... lines) {
    try {
      return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two ranks that exchange one message of a size in bytes, then meet. */
  static Path exchange(Path folder, String bytes) {
    return file(
        folder,
        "exchange.txt",
        "0 init",
        "1 init",
        "0 compute 1e6",
        "0 send 1 7 " + bytes + " 6",
        "1 recv 0 7 " + bytes + " 6",
        "0 barrier",
        "1 barrier",
        "0 finalize",
        "1 finalize");
  }

  /** A GOAL schedule of two ranks: a burst, a message on another CPU, and a burst after it. */
  static Path schedule(Path folder) {
    return file(
        folder,
        "schedule.goal",
        "num_ranks 2",
        "",
        "rank 0 {",
        "l1: calc 20000",
        "l2: send 8b to 1 tag 5 cpu 1",
        "l2 requires l1",
        "}",
        "",
        "rank 1 {",
        "l1: recv 8b from -1 tag 5",
        "l2: calc 1000",
        "l2 requires l1",
        "}");
  }

  /** A GOAL schedule with more queues for streams and interfaces than loggops can hold. */
  static Path wideSchedule(Path folder) {
    int ranks = 600;
    List<String> lines = new ArrayList<>(List.of("num_ranks " + ranks));
    for (int rank = 0; rank < ranks; rank++) {
      lines.add("rank " + rank + " {");
      for (int i = 0; i < (rank < 2 ? 256 : 1); i++) {
        String on = " tag " + i + " cpu " + i + " nic " + i;
        String task =
            rank == 0 ? "send 8b to 1" + on : rank == 1 ? "recv 8b from 0" + on : "calc 1000";
        lines.add("l" + i + ": " + task);
      }
      lines.add("}");
    }
    return file(folder, "wide.goal", lines.toArray(String[]::new));
  }

  /** Recorded times of messages that are normal, and of some that are sent 100 us late. */
  static Path recordedClasses(Path folder) {
    return file(
        folder,
        "labelled.txt",
        "foretell-trace 1",
        "ranks 2",
        "marker 0 \"normal\"",
        "marker 1 \"late send\"",
        "program 0 {",
        "  repeat 20 {",
        "    barrier",
        "    marker_begin marker=0",
        "    send peer=1 bytes=8",
        "    marker_end marker=0",
        "    barrier",
        "    marker_begin marker=1",
        "    compute duration=100us",
        "    send peer=1 bytes=8",
        "    marker_end marker=1",
        "  }",
        "}",
        "program 1 {",
        "  repeat 20 {",
        "    barrier",
        "    recv peer=0 receive_bytes=8",
        "    barrier",
        "    recv peer=0 receive_bytes=8",
        "  }",
        "}",
        "call_times 0" + " 1us 1us 2us 1us".repeat(20),
        "call_times 1" + " 1us 2us 1us 102us".repeat(20));
  }

  /** Two ranks whose bursts and barriers are in a phase, at a call site. */
  static Path phases(Path folder) {
    return file(
        folder,
        "phases.txt",
        "foretell-trace 1",
        "ranks 2",
        "call_site 0 \"solver.c:12\"",
        "marker 0 \"solve\"",
        "program 0-1 {",
        "  marker_begin marker=0",
        "  compute duration=2ms call_site=0",
        "  barrier call_site=0",
        "  marker_end marker=0",
        "}");
  }

  /**
   * Two ranks with recorded times, both at 7 us after their barriers. Then rank 1 receives from 9
   * us on what rank 0 sends at 17 us, late by 8 us.
   */
  static Path recorded(Path folder) {
    return file(
        folder,
        "recorded.txt",
        "foretell-trace 1",
        "ranks 2",
        "call_site 0 \"late.c:12\"",
        "program 0 {",
        "  init",
        "  barrier",
        "  compute duration=3us",
        "  barrier",
        "  compute duration=10us",
        "  send peer=1 bytes=8 call_site=0",
        "}",
        "program 1 {",
        "  init",
        "  compute duration=4us",
        "  barrier",
        "  barrier",
        "  compute duration=2us",
        "  recv peer=0 call_site=0",
        "}",
        "call_times 0 1s 4us 0us 3us",
        "call_times 1 2s 0us 3us 12us");
  }

  /** Two ranks that both receive before they send. */
  static Path deadlock(Path folder) {
    return file(
        folder,
        "deadlock.txt",
        "0 init",
        "1 init",
        "0 recv 1 7 8 6",
        "1 recv 0 7 8 6",
        "0 send 1 7 8 6",
        "1 send 0 7 8 6",
        "0 finalize",
        "1 finalize");
  }
}
