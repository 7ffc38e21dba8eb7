package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on GOAL schedules. */
class GoalCommandsTest {
  private static final String[] LOGGOPS = {
    "-P",
    "L=2500ns",
    "-P",
    "o=1500ns",
    "-P",
    "g=1000ns",
    "-P",
    "G=6ns/B",
    "-P",
    "O=0ns/B",
    "-P",
    "S=65535B"
  };

  @TempDir private Path folder;

  @Test
  void schedulesConvertToEveryFormAndBack() {
    Path goal = Scratch.schedule(folder);
    Path bin = folder.resolve("schedule.bin");
    Path text = folder.resolve("schedule.trace");
    Path binary = folder.resolve("schedule.goalbin");
    Path named = folder.resolve("schedule");
    Path again = folder.resolve("again.goal");
    convert(goal, bin);
    convert(bin, text);
    convert(text, binary);
    convert(binary, named, "--to", "goal-binary");
    assertThat(named).hasSameBinaryContentAs(binary);
    convert(named, again);
    assertThat(again).hasSameTextualContentAs(goal);
  }

  private static void convert(Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = "convert";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    SimCall call = SimCall.of(all);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
  }

  @Test
  void infoCountsTasks() {
    SimCall call = SimCall.of("info", Scratch.schedule(folder));
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("format     goal", "ops        4", "task graphs", "compute", "send", "8 B");
  }

  @Test
  void aScheduleThatFitsIsSound() {
    SimCall call = SimCall.of("check", Scratch.schedule(folder));
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).contains("1 sent with 8 bytes, 1 received with 8 bytes", "is sound");
  }

  @Test
  void aMessageThatNobodyReceivesIsFound() {
    Path goal =
        Scratch.file(
            folder, "left.goal", "num_ranks 2", "rank 0 {", "send 8b to 1", "}", "rank 1 {", "}");
    SimCall call = SimCall.of("check", goal);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("1 sent", "0 received", "not sound");
  }

  @Test
  void wrongSchedulesAreRefusedInOneMessage() {
    Path goal =
        Scratch.file(
            folder,
            "cycle.goal",
            "num_ranks 1",
            "rank 0 {",
            "a: calc 1",
            "b: calc 1",
            "a requires b",
            "b requires a",
            "}");
    SimCall call = SimCall.of("run", "-", goal, "--model", "loggops");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err().lines()).hasSize(1);
    assertThat(call.err()).contains("cycle.goal:", "form a cycle");
  }

  @Test
  void aScheduleRuns() {
    Object[] arguments = new Object[5 + LOGGOPS.length];
    System.arraycopy(
        new Object[] {"run", "-", Scratch.schedule(folder), "--model", "loggops"},
        0,
        arguments,
        0,
        5);
    System.arraycopy(LOGGOPS, 0, arguments, 5, LOGGOPS.length);
    SimCall call = SimCall.of(arguments);
    assertThat(call.err()).isEmpty();
    // 20,000 before, o + L + o + 7 G for the message, 1,000 after.
    assertThat(call.out()).contains("Predicted time: 26.54 us", "2 ranks, 4 ops,");
    assertThat(call.out()).doesNotContain("collective").doesNotContain("algorithms");
  }

  @Test
  void aStoppedScheduleReportsHowFarItGot() {
    Path goal =
        Scratch.file(
            folder,
            "stuck.goal",
            "num_ranks 2",
            "rank 0 {",
            "l1: calc 1",
            "l2: recv 8b from 1",
            "l3: calc 1",
            "l2 requires l1",
            "l3 requires l2",
            "}",
            "rank 1 {",
            "}");
    SimCall call = SimCall.of("run", "arc", goal);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).containsPattern("2 ranks, [12] of 3 ops started");
  }

  @Test
  void theTimeUnitScalesBursts() {
    Path goal = Scratch.schedule(folder);
    assertThat(SimCall.of("info", goal).out()).contains("10.50 us");
    assertThat(SimCall.of("info", goal, "--time-unit", "1us").out()).contains("10.50 ms");
    Path bin = folder.resolve("unit.bin");
    Path back = folder.resolve("unit.goal");
    convert(goal, bin, "--time-unit", "1us");
    SimCall call = SimCall.of("convert", bin, back, "--time-unit", "1us");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).doesNotContain("no effect");
    assertThat(back).hasSameTextualContentAs(goal);
    SimCall coarse = SimCall.of("convert", bin, back, "--time-unit", "1s");
    assertThat(coarse.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(coarse.err()).contains("which is not a whole number", "choose a smaller unit");
    assertThat(SimCall.of("info", SimCall.EXAMPLE, "--time-unit", "1us").out())
        .contains("time unit has no effect");
  }

  @Test
  void sequencesAreNotTurnedIntoGoal() {
    Path out = folder.resolve("out.goal");
    SimCall call = SimCall.of("convert", SimCall.EXAMPLE, out);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("GOAL holds graphs", "sequences of calls");
    assertThat(out).doesNotExist();
    SimCall unknown = SimCall.of("convert", SimCall.EXAMPLE, out, "--to", "gold");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err())
        .contains(
            "write one of native, text, dimemas, goal, goal-binary, otf2, scalatrace, simgrid-ti");
  }
}
