package org.foretell.largecollectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.machine.Machine;
import org.foretell.machines.Catalogue;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Estimates of large calls under {@code max-rate} are close to the execution of all their steps.
 * The build holds a few; {@code -Dupdate.docs=true} measures all those of {@code
 * docs/large-collectives.md} and writes its table.
 */
class LargeCollectivesPageTest {
  /** Estimates of the build are off by no more than this factor. */
  private static final double BOUND = 1.3;

  /** Those of the page by no more than this one. */
  private static final double BOUND_OF_PAGE = 1.5;

  private static final Path PAGE = Path.of("../docs/large-collectives.md");
  private static final String BEGIN = "<!-- Written by LargeCollectivesPageTest. -->\n";
  private static final String END = "<!-- End of what is written. -->\n";
  private static final List<String> MACHINES = List.of("jaguar-xt5", "lumi-c", "frontier");

  private static final List<LargeCall> CALLS =
      List.of(
          new LargeCall(OpCode.ALLGATHER, "ring", 1024, 512),
          new LargeCall(OpCode.ALLGATHER, "ring", 1024, 1 << 20),
          new LargeCall(OpCode.ALLGATHER, "neighbor-exchange", 1024, 64 << 10),
          new LargeCall(OpCode.BCAST, "scatter-ring", 1024, 1 << 20),
          new LargeCall(OpCode.ALLREDUCE, "ring", 1024, 1 << 20),
          new LargeCall(OpCode.REDUCE_SCATTER_BLOCK, "pairwise", 1024, 1 << 10),
          new LargeCall(OpCode.ALLTOALL, "pairwise", 1024, 64 << 10),
          new LargeCall(OpCode.ALLTOALL, "ring", 1024, 4 << 10),
          new LargeCall(OpCode.ALLTOALL, "scattered", 1024, 1 << 10),
          new LargeCall(OpCode.ALLTOALL, "linear", 1024, 4 << 10));

  private static Machine machine(String name) {
    return Catalogue.load(name).machine();
  }

  private static int full(Machine machine) {
    return machine.groups().get(0).coresPerNode();
  }

  private static void assertClose(double ratio, double bound) {
    assertThat(ratio).isBetween(1 / bound, bound);
  }

  @ParameterizedTest
  @CsvSource({
    "ALLGATHER, ring, 512, frontier",
    "ALLGATHER, ring, 65536, lumi-c",
    "BCAST, scatter-ring, 1048576, frontier",
    "ALLREDUCE, ring, 65536, jaguar-xt5",
    "ALLTOALL, pairwise, 65536, frontier",
    "ALLTOALL, scattered, 1024, jaguar-xt5",
    "ALLTOALL, linear, 1024, frontier"
  })
  void estimatesAreCloseToTheExecution(OpCode op, String algorithm, long bytes, String name) {
    LargeCall call = new LargeCall(op, algorithm, 512, bytes);
    assertClose(call.ratio(machine(name), full(machine(name)), "max-rate"), BOUND);
  }

  @Test
  void estimatesGrowWithSize() {
    Machine frontier = machine("frontier");
    double before = 0;
    for (long bytes = 64; bytes <= 1 << 20; bytes *= 16) {
      LargeCall call = new LargeCall(OpCode.ALLGATHER, "ring", 1024, bytes);
      double now = call.estimatedPs(frontier, full(frontier), "max-rate");
      assertThat(now).isGreaterThan(before);
      before = now;
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void tableIsWritten() throws IOException {
    StringBuilder table = new StringBuilder("| call of 1,024 ranks |");
    MACHINES.forEach(name -> table.append(" `").append(name).append("` |"));
    table.append(" one rank on each node of `frontier` |\n|---|---|---|---|---|\n");
    for (LargeCall call : CALLS) {
      table.append("| ").append(call.title()).append(" |");
      for (String name : MACHINES) {
        append(table, call.ratio(machine(name), full(machine(name)), "max-rate"));
      }
      append(table, call.ratio(machine("frontier"), 1, "max-rate"));
      table.append('\n');
    }
    String text = Files.readString(PAGE);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    Files.writeString(
        PAGE, text.substring(0, begin) + "\n" + table + "\n" + text.substring(text.indexOf(END)));
  }

  private static void append(StringBuilder table, double ratio) {
    assertClose(ratio, BOUND_OF_PAGE);
    table.append(String.format(Locale.ROOT, " %.2f |", ratio));
  }
}
