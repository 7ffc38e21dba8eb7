package org.foretell.page;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.foretell.ExplainSetup;
import org.foretell.Foretell;
import org.foretell.report.ExplainResult;

/** An explanation and its page. */
record Explained(ExplainResult result, String page) {
  /** Would be markup if it were not escaped, in HTML and in a script. */
  static final String HOSTILE = "</script><img src=x onerror=hostile()>";

  static Explained of(Path trace) throws IOException {
    return of(trace, setup -> {});
  }

  static Explained of(Path trace, Consumer<ExplainSetup> settings) throws IOException {
    PageRecorder recorder = new PageRecorder();
    ExplainSetup setup =
        Foretell.explanation()
            .machine("jaguar-xt5")
            .trace(trace)
            .structure(true)
            .observer(recorder);
    settings.accept(setup);
    ExplainResult result = setup.run();
    StringWriter page = new StringWriter();
    ExplanationPage.write(result, recorder, page);
    return new Explained(result, page.toString());
  }

  /** All sections, names that are hostile, and as many ranks as asked for. */
  static Explained program(Path folder, int ranks) throws IOException {
    return of(trace(folder, ranks));
  }

  /**
   * Rank 1 waits for the first message, and takes the second long after it is there; rank 0 comes
   * late to the barrier, and rank 0 waits for the update of rank 1.
   */
  static Explained classified(Path folder) throws IOException {
    return of(classifiedTrace(folder), setup -> setup.classes(true));
  }

  static Path classifiedTrace(Path folder) throws IOException {
    return Files.write(
        folder.resolve("classes.txt"),
        List.of(
            "foretell-trace 1",
            "ranks 2",
            "call_site 0 \"" + HOSTILE + "\"",
            "call_site 1 \"a.c:2\"",
            "call_site 2 \"b.c:1\"",
            "program 0 {",
            "  repeat 3 {",
            "    compute duration=2ms",
            "    barrier call_site=1",
            "    compute duration=1ms",
            "    send peer=1 bytes=1024 call_site=0",
            "    send peer=1 bytes=1024 call_site=1",
            "    shmem_wait_until tag=1 call_site=1",
            "  }",
            "}",
            "program 1 {",
            "  repeat 3 {",
            "    barrier call_site=1",
            "    recv peer=0 receive_bytes=1024 call_site=2",
            "    compute duration=1ms",
            "    recv peer=0 receive_bytes=1024 call_site=0",
            "    shmem_put peer=0 bytes=8 tag=1 call_site=2",
            "  }",
            "}"));
  }

  static Path trace(Path folder, int ranks) throws IOException {
    return Files.write(
        folder.resolve("steps.txt"),
        List.of(
            "foretell-trace 1",
            "ranks " + ranks,
            "call_site 0 \"" + HOSTILE + "\"",
            "call_site 1 \"solve.c:12\"",
            "marker 0 \"" + HOSTILE + "\"",
            "program 0-" + (ranks - 1) + " {",
            "  repeat 3 {",
            "    marker_begin marker=0",
            "    compute duration=each(" + "10us,35us,".repeat(ranks / 2 - 1) + "10us,90us)",
            "    irecv peer=-1 receive_bytes=64KiB request=0 call_site=1",
            "    send peer=+1 bytes=64KiB call_site=0",
            "    wait request=0 call_site=1",
            "    marker_end marker=0",
            "    allreduce bytes=8 call_site=0",
            "  }",
            "}"));
  }
}
