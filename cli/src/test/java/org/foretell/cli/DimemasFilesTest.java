package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dimemas's files on the command line. */
class DimemasFilesTest {
  @TempDir private Path folder;

  static List<DimemasCase> cases() {
    return DimemasCase.all();
  }

  private static DimemasCase oneMessage() {
    return cases().stream()
        .filter(c -> c.toString().equals("p2p_01_one_message_inter"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void allCasesAreThere() {
    assertThat(cases()).hasSize(107);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aConvertedMachineIsTheSame(DimemasCase of) {
    Path json = folder.resolve("machine.json");
    SimCall call = SimCall.of("convert", of.machine(), json);
    assertThat(call.exitCode()).as(call.err()).isZero();
    Machine converted = MachineFiles.read(json).machine();
    Machine original = MachineFiles.read(of.machine()).machine();
    assertThat(converted.busLinks()).isPresent().isEqualTo(original.busLinks());
    assertThat(converted.groups()).isEqualTo(original.groups());
    assertThat(converted.buses()).isEqualTo(original.buses());
    assertThat(converted.defaultModel()).contains("bus-link");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tracesAreConvertedAndWithoutFault(DimemasCase of) throws IOException {
    Path converted = folder.resolve("trace.bin");
    Path text = folder.resolve("trace.txt");
    assertThat(SimCall.of("convert", of.trace(), converted).exitCode()).isZero();
    assertThat(SimCall.of("convert", converted, text).exitCode()).isZero();
    assertThat(Files.readString(text)).contains("origin \"Dimemas trace\"");
    SimCall check = SimCall.of("check", of.trace());
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
  }

  @Test
  void machinesAreShownAndValidated() {
    SimCall show = SimCall.of("machines", "show", oneMessage().machine());
    assertThat(show.exitCode()).isZero();
    assertThat(show.out()).contains("bus-link", "links and buses: 1 site", "ranks 1 per node");
    SimCall validate = SimCall.of("machines", "validate", oneMessage().machine());
    assertThat(validate.exitCode()).isZero();
    assertThat(validate.out()).contains("valid; machine, 2 nodes, 2 cores");
    SimCall info = SimCall.of("info", oneMessage().trace());
    assertThat(info.exitCode()).isZero();
    assertThat(info.out()).contains("Dimemas trace");
  }

  @Test
  void otherModelsTakeItsTracesAndMachinesToo() {
    SimCall run =
        SimCall.of("run", oneMessage().machine(), oneMessage().trace(), "--model", "simple");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("1 per node (machine)");
  }

  @Test
  void wrongFilesAreExplained() throws IOException {
    Path cfg = Scratch.file(folder, "old.cfg", "SDDFA", "/*", " * x", "*/ #1:");
    assertThat(SimCall.of("run", cfg, oneMessage().trace()).err())
        .contains("old.cfg", "the old form (SDDFA)");
    SimCall toText = SimCall.of("convert", oneMessage().machine(), folder.resolve("m.bin"));
    assertThat(toText.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(toText.err()).contains("is a machine", "OUTPUT.json");
    Path cut = folder.resolve("cut.dim");
    Files.writeString(cut, Files.readString(oneMessage().trace()).substring(0, 150));
    SimCall truncated = SimCall.of("info", cut);
    assertThat(truncated.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(truncated.err()).contains("cut.dim:1: ", "truncated or damaged");
  }
}
