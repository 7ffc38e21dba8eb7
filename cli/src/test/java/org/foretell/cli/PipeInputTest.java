package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe with a name where a file is expected is refused: opening it would wait for ever. */
class PipeInputTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @ValueSource(
      strings = {
        "run PIPE TRACE",
        "run arc PIPE",
        "run arc TRACE --traced-machine PIPE",
        "run arc TRACE --work PIPE --traced-machine arc",
        "run arc TRACE --noise-trace PIPE",
        "run arc TRACE --placement file:PIPE",
        "run arc TRACE --models PIPE",
        "run arc TRACE --measured-pair PIPE,TRACE",
        "machines show PIPE",
        "machines show PIPE --file",
        "classify arc TRACE --tree PIPE",
        "cluster TRACE --functions PIPE",
        "calibrate --intra PIPE --out OUT",
        "generate shmem-bench PIPE --out OUT",
        "check TRACE --calls PIPE",
        "check TRACE --same-ops PIPE",
        "convert PIPE OUT",
      })
  void itIsRefusedInALine(String line) throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("sh", "-c", "mkfifo \"$0\"", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor() == 0, "the system has no mkfifo");
    List<Object> arguments = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      arguments.add(
          word.replace("PIPE", pipe.toString())
              .replace("TRACE", SimCall.EXAMPLE)
              .replace("OUT", folder.resolve("out.bin").toString()));
    }
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err())
        .contains(pipe.toString())
        .containsPattern("pipe or a device|not a (regular )?file");
    assertThat(call.out()).isEmpty();
    assertThat(folder.resolve("out.bin")).doesNotExist();
  }
}
