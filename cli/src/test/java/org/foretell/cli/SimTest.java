package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.foretell.failure.words.FailureText;
import org.junit.jupiter.api.Test;

class SimTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int sim(String... args) {
    return Sim.execute(out, err, args);
  }

  @Test
  void versionIsFilledInByTheBuild() {
    assertThat(sim("--version")).isZero();
    assertThat(out.toString(UTF_8)).matches("sim \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void helpGoesToStandardOutput() {
    assertThat(sim("--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("Usage: sim");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aCallWithoutACommandIsAUsageError() {
    assertThat(sim()).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8))
        .startsWith(
            "sim: Name a command: run, explain, energy, classify, compare, study, mix, failures,"
                + " workflow, convert, compress, extrapolate, info, check, cluster, structure,"
                + " text, trace, machines, models")
        .contains("See sim --help.");
  }

  @Test
  void aWrongCallIsAnsweredInShortAndNamesTheHelp() {
    assertThat(sim("run")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8))
        .startsWith("sim: Missing required parameters: 'MACHINE', 'TRACE'")
        .contains("See sim run --help.")
        .hasLineCount(2);
  }

  @Test
  void whatOtherToolsWouldTakeIsAnsweredWithWhatSimTakes() {
    assertThat(sim("trace", "--out", "x.bin", "mpirun", "-np", "2", "./a")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("after --, as in sim trace --out app.bin -- ");
    err.reset();
    assertThat(sim("generate", "trace", "ring", "--ranks=4", "--out=x.bin", "--time", "1us"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("'--time'").doesNotContain("traced program");
    err.reset();
    assertThat(sim("run", "arc", "a.bin", "--nodes", "8")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--ranks-per-node").doesNotContain("Possible");
    err.reset();
    assertThat(sim("run", "arc", "a.bin", "--html=x.html")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("sim explain --html FILE MACHINE TRACE");
    err.reset();
    assertThat(sim("compare", "arc", "frontier", "a.bin")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("for several machines call sim run with each");
    err.reset();
    assertThat(sim("run", "arc", "a.bin", "--set", "network.latency")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "sim: --set network.latency: expected PATH=VALUE, but there is no \"=\"; write --set"
                + " network.latency=VALUE");
  }

  /** As names with other characters than those of the locale are, of which a test has one only. */
  @Test
  void aTextThatNamesNoFileIsRefusedInWords() {
    for (String[] call :
        List.of(
            new String[] {"info", "a\0b.bin"},
            new String[] {"run", "arc", "../examples/halo.2.bin", "--placement", "file:a\0b"})) {
      err.reset();
      assertThat(sim(call)).isEqualTo(2);
      assertThat(err.toString(UTF_8))
          .contains("a file name has no NUL characters")
          .doesNotContain("Exception", "java.", "defect");
    }
    assertThat(FailureText.ofName("halo-\u00e9.bin"))
        .startsWith("\"halo-\u00e9.bin\": in this locale file names have characters of ")
        .endsWith(" only; set LC_ALL=C.UTF-8, or another locale with UTF-8");
  }

  @Test
  void aMistypedCommandIsAnsweredWithTheOneMeant() {
    assertThat(sim("chekc")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("check");
  }

  @Test
  void helpAndVersionAreOptions() {
    assertThat(sim("help")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("sim run --help").doesNotContain("Did you mean");
    err.reset();
    assertThat(sim("version")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("sim --version").doesNotContain("Did you mean");
  }

  @Test
  void anUnknownCommandIsAnsweredWithTheCommands() {
    assertThat(sim("frobnicate")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "sim: there is no command \"frobnicate\"; the commands are run, explain, energy,"
                + " classify, compare, study, mix, failures, workflow, convert, compress,"
                + " extrapolate, info, check, cluster, structure, text, trace, machines, models")
        .doesNotContain("index");
  }

  @Test
  void anArgumentTooManyIsNamedWithWhatIsTaken() {
    assertThat(sim("explain", "arc", "a.bin", "b.bin")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "sim: unexpected argument \"b.bin\"; sim explain takes MACHINE TRACE and options")
        .contains("See sim explain --help.");
    err.reset();
    assertThat(sim("machines", "list", "x")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith("sim: unexpected argument \"x\"; sim machines list takes only options");
  }

  @Test
  void everyCommandHasHelpAndAVersion() {
    assertThat(sim("machines", "show", "--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("Usage: sim machines show");
    out.reset();
    assertThat(sim("run", "--version")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("sim ");
  }
}
