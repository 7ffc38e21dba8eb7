package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results that cannot be written, and processes that get too little: said once, nothing left. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OutputFailureTest {
  @TempDir private Path folder;

  private static void assertNotWritten(SimCall call, String... words) {
    assertThat(call.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).startsWith("sim: ").hasLineCount(1).contains(words);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Runs sim in a process of its own; standard error goes to the file {@code err}. */
  private Process start(List<String> javaOptions, Object... args) throws IOException {
    Stream<String> java =
        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // As the manifest of sim's jar allows it; newer virtual machines warn otherwise.
    Stream<String> main =
        Stream.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Sim.class.getName());
    List<String> command =
        Stream.of(java, javaOptions.stream(), main, Stream.of(args).map(Object::toString))
            .flatMap(words -> words)
            .toList();
    return new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  @Test
  void aDashIsStandardOutputForWhateverIsText() {
    Path trace = Scratch.exchange(folder, "8");
    SimCall log = SimCall.of("run", "arc", trace, "--messages", "-");
    assertThat(log.exitCode()).isZero();
    assertThat(log.out()).startsWith("what,source,destination,tag,bytes,").hasLineCount(2);
    assertThat(log.err()).startsWith("Predicted time: ");
    SimCall text = SimCall.of("convert", trace, "-");
    assertThat(text.err()).isEmpty();
    Path copy = Scratch.file(folder, "copy.trace", text.out());
    assertThat(SimCall.of("convert", copy, "-").out()).isEqualTo(text.out());
    SimCall goal = SimCall.of("convert", Scratch.schedule(folder), "-", "--to", "goal");
    assertThat(goal.out()).startsWith("num_ranks 2");
    SimCall machine = SimCall.of("convert", DimemasCase.all().get(0).machine(), "-");
    assertThat(machine.out()).startsWith("{");
    assertThat(Path.of("-")).doesNotExist();
  }

  @Test
  void aDashIsRefusedWhereItCannotBeStandardOutput() {
    for (Object[] options :
        new Object[][] {
          {"run", "arc", SimCall.EXAMPLE, "--csv", "-"},
          {"run", "arc", SimCall.EXAMPLE, "--json", "-", "--messages", "-"},
          {"convert", SimCall.EXAMPLE, "-", "--to", "native"},
        }) {
      SimCall call = SimCall.of(options);
      assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(call.out()).isEmpty();
      assertThat(call.err()).contains("standard output").hasLineCount(1);
    }
    assertThat(Path.of("-")).doesNotExist();
  }

  @Test
  void aConversionIntoAFolderThatIsNotThere() throws IOException {
    for (String name : List.of("x.bin", "x.trace")) {
      Path target = folder.resolve("nowhere").resolve(name);
      assertNotWritten(SimCall.of("convert", SimCall.EXAMPLE, target), name, "cannot write");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aConversionOntoAFolder() {
    assertNotWritten(SimCall.of("convert", SimCall.EXAMPLE, folder), "is not a file");
  }

  /** A pipe with a name: neither a file nor a folder, and no loss when a test replaces it. */
  private Path namedPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("sh", "-c", "mkfifo \"$0\"", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor() == 0, "the system has no mkfifo");
    return pipe;
  }

  @Test
  void aConversionNeverReplacesWhatIsNotAFile() throws Exception {
    Path pipe = namedPipe();
    assertNotWritten(SimCall.of("convert", SimCall.EXAMPLE, pipe), "is not a file");
    assertThat(OutputFile.isDevice(pipe)).isTrue();
    assertThat(files()).containsExactly("pipe");
  }

  @Test
  void jsonGoesThroughAPipeWithoutReplacingIt() throws Exception {
    Path pipe = namedPipe();
    Path copy = folder.resolve("copy.json");
    Process reader =
        new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--json", pipe);
    assertThat(call.exitCode()).isZero();
    assertThat(reader.waitFor()).isZero();
    assertThat(Files.readString(copy)).startsWith("{").contains("predictedSeconds");
    assertThat(OutputFile.isDevice(pipe)).isTrue();
  }

  @Test
  void whatALinkLeadsToIsReplacedAndTheLinkStays() throws IOException {
    Path real = Scratch.file(folder, "real.json", "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), real);
    assertThat(SimCall.of("run", "arc", SimCall.EXAMPLE, "--json", link).exitCode()).isZero();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.readString(real)).startsWith("{");
    assertThat(files()).containsExactly("link.json", "real.json");
  }

  @Test
  void aResultThatCannotBeWrittenLeavesTheOldOne() throws IOException {
    Path old = Scratch.file(folder, "old.json", "old");
    ForetellException failure = null;
    try {
      OutputFile.write(
          old,
          out -> {
            out.write('{');
            throw new IOException("disk full");
          });
    } catch (ForetellException e) {
      failure = e;
    }
    assertThat(failure).hasMessageContaining("disk full");
    assertThat(old).hasContent("old");
    assertThat(files()).containsExactly("old.json");
  }

  @Test
  void standardOutputThatCannotBeWritten() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")), "the system has no /dev/full");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      int exitCode = Sim.execute(full, err, "machines", "list");
      assertThat(exitCode).isEqualTo(ExitCode.OUTPUT_FAILED);
    }
    assertThat(err.toString(UTF_8)).startsWith("sim: standard output cannot be written");
  }

  @Test
  void aReaderThatGoesAwayIsNoReasonToComplain() throws Exception {
    Process sim =
        start(
            List.of(), "run", "arc", Path.of("../examples/halo.2.bin").toRealPath(), "--json", "-");
    sim.getInputStream().close();
    assertThat(sim.waitFor()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(err()).isEmpty();
  }

  /** What was computed is not lost because a disk is full. */
  @Test
  void aResultIsPrintedEvenIfAFileCannotBeWritten() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "the system has no /dev/full");
    Path timeline = Files.createSymbolicLink(folder.resolve("t.pftrace"), full);
    String trace = SimCall.EXAMPLE;
    String run = SimCall.of("run", "arc", trace).out();
    assertThat(run).contains("Predicted time");
    List<List<Object>> calls =
        List.of(
            List.of("run", "arc", trace, "--timeline", timeline),
            List.of("run", "arc", trace, "--messages", full),
            List.of("run", "arc", trace, "--json", full),
            List.of("info", trace, "--json", full),
            List.of("check", trace, "--json", full),
            List.of("structure", trace, "--json", full),
            List.of("cluster", trace, "--json", full),
            List.of("compare", "arc", trace, "--models", "simple,loggops", "--json", full));
    for (List<Object> call : calls) {
      SimCall failed = SimCall.of(call.toArray());
      assertThat(failed.exitCode()).as("%s", call).isEqualTo(ExitCode.OUTPUT_FAILED);
      assertThat(failed.err()).as("%s", call).contains("cannot").hasLineCount(1);
      assertThat(failed.out()).as("%s", call).isNotEmpty();
      if (call.get(0).equals("run")) {
        assertThat(failed.out()).isEqualTo(run);
      }
    }
  }

  @Test
  void everyCommandReportsThatStandardOutputCannotBeWritten() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")), "the system has no /dev/full");
    String trace = "../examples/halo.2.bin";
    List<String> calls =
        List.of(
            "run arc " + trace,
            "explain arc " + trace,
            "compare arc " + trace + " --models simple,loggops",
            "info " + trace,
            "check " + trace,
            "text " + trace,
            "structure " + trace,
            "cluster " + trace,
            "convert " + trace + " -",
            "models",
            "machines show arc",
            "--help",
            "run --help",
            "--version");
    for (String call : calls) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      try (OutputStream full = new FileOutputStream("/dev/full")) {
        assertThat(Sim.execute(full, err, call.split(" ", -1)))
            .as(call)
            .isEqualTo(ExitCode.OUTPUT_FAILED);
      }
      assertThat(err.toString(UTF_8)).as(call).contains("standard output cannot be written");
    }
  }

  @Test
  void tooLittleMemoryIsReportedWithTheRemedy() throws Exception {
    Path trace =
        Scratch.file(
            folder,
            "huge.trace",
            "foretell-trace 1",
            "ranks 16000000",
            "program 0-15999999 {",
            "  barrier",
            "}");
    Process sim = start(List.of("-Xmx16m"), "run", "-", trace);
    assertThat(sim.getInputStream().readAllBytes()).isEmpty();
    assertThat(sim.waitFor()).isEqualTo(ExitCode.INTERNAL);
    assertThat(err())
        .startsWith("sim: not enough memory")
        .contains("SIM_JAVA_OPTS, for example -Xmx8g");
    assertThat(err()).doesNotContain("\tat ");
  }
}
