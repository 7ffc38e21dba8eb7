package org.foretell.calibration.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.calibration.measurement.MeasurementFiles;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Series;
import org.junit.jupiter.api.Test;

class OwnProgramTest {
  /** Ranks that share cores with other work wait long for each other. */
  private static final List<String> FEWER = List.of("-DFEWER=10");

  private static final String TWO_RANKS =
      "mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -np 2";

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void measuresTwoRanksOfThisMachine() {
    assumeTrue(isInstalled("mpicc") && isInstalled("mpirun.openmpi"), "Open MPI is not here");
    String csv = OwnProgram.MPI.run(TWO_RANKS, FEWER);
    List<Series> all = MeasurementFiles.parse("run", csv);
    assertThat(all)
        .extracting(Series::metric)
        .containsExactly(
            Metric.MPI_EAGER,
            Metric.MPI_LATENCY,
            Metric.MPI_STREAM,
            Metric.MPI_EXCHANGE,
            Metric.MPI_SEND_OVERHEAD,
            Metric.MPI_RECEIVE_OVERHEAD,
            Metric.MPI_BARRIER,
            Metric.MPI_BCAST,
            Metric.MPI_REDUCE,
            Metric.MPI_ALLREDUCE,
            Metric.MPI_ALLGATHER,
            Metric.MPI_ALLTOALL,
            Metric.WIN_EPOCH,
            Metric.WIN_FENCE,
            Metric.WIN_LOCK,
            Metric.WIN_UNLOCK,
            Metric.WIN_PUT,
            Metric.WIN_GET,
            Metric.WIN_ACCUMULATE);
    assertThat(all.get(1).samples()).hasSize(23);
    assertThat(csv).startsWith("# library Open MPI v");
  }

  @Test
  void repeatsNoOftenerThanTheTimeForASizeAllows() {
    assumeTrue(isInstalled("mpicc") && isInstalled("mpirun.openmpi"), "Open MPI is not here");
    String csv = OwnProgram.MPI.run(TWO_RANKS, List.of("-DSIZE_US=0.0"));
    assertThat(csv.lines().skip(2).filter(line -> !line.startsWith("mpi_eager")))
        .hasSizeGreaterThan(50)
        .allSatisfy(line -> assertThat(line.split(",", -1)[2]).isEqualTo("3"));
  }

  @Test
  void measuresTwoPesOfThisMachine() {
    assumeTrue(isInstalled("oshcc") && isInstalled("mpirun.openmpi"), "OpenSHMEM is not here");
    String csv =
        OwnProgram.SHMEM.run(
            "mpirun.openmpi --allow-run-as-root --oversubscribe --mca memory ^patcher"
                + " --mca mpi_yield_when_idle 1 -np 2",
            FEWER);
    assertThat(MeasurementFiles.parse("run", csv))
        .extracting(Series::metric)
        .containsExactly(
            Metric.SHMEM_PUT,
            Metric.SHMEM_GET,
            Metric.SHMEM_ATOMIC,
            Metric.SHMEM_PUT_FLAG,
            Metric.SHMEM_FLAG,
            Metric.SHMEM_BARRIER);
  }

  @Test
  void saysWhatIsMissingOrFails() {
    assertThatThrownBy(() -> OwnProgram.MPI.run(" "))
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("expected a launcher");
    assumeTrue(isInstalled("mpicc"), "no compiler is here");
    assertThatThrownBy(() -> OwnProgram.MPI.run("no-such-launcher -np 2"))
        .hasMessageContaining("no-such-launcher was not found");
    assertThatThrownBy(() -> OwnProgram.MPI.run("false"))
        .hasMessageContaining("ended with exit code 1")
        .hasMessageNotContaining("patcher");
    assumeTrue(isInstalled("oshcc"), "OpenSHMEM is not here");
    assertThatThrownBy(() -> OwnProgram.SHMEM.run("false"))
        .hasMessageContaining("ended with exit code 1")
        .hasMessageContaining("--mca memory ^patcher");
  }
}
