package org.foretell.calibration.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasurementFilesTest {
  private static Series one(String... lines) {
    List<Series> all = MeasurementFiles.parse("out.txt", String.join("\n", lines) + "\n");
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static List<Series> all(String... lines) {
    return MeasurementFiles.parse("out.txt", String.join("\n", lines));
  }

  private static void assertRefused(String message, String... lines) {
    assertThatThrownBy(() -> MeasurementFiles.parse("out.txt", String.join("\n", lines)))
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining(message);
  }

  @Test
  void latencyOfOsuIsReadInEveryVersionsWording() {
    Series series =
        one(
            "# OSU MPI Latency Test v7.3",
            "# Datatype: MPI_CHAR.",
            "# Size       Avg Latency(us)",
            "1                       1.52",
            "1048576               210.75");
    assertThat(series.metric()).isEqualTo(Metric.MPI_LATENCY);
    assertThat(series.name()).isEqualTo("MPI Latency Test");
    assertThat(series.samples())
        .containsExactly(new Sample(1, 1_520_000), new Sample(1_048_576, 210_750_000));
    assertThat(one("# OSU MPI Latency Test (Version 2.0)", "# Size  Latency (us)", "0 1.5").name())
        .isEqualTo("MPI Latency Test");
  }

  @ParameterizedTest
  @CsvSource({
    "OSU MPI Latency Test v5.9, MPI_LATENCY",
    "OSU MPI_Put Latency Test v5.9, MPI_PUT",
    "OSU MPI_Get latency Test v5.9, MPI_GET",
    "OSU MPI_Fetch_and_op latency Test v5.9, MPI_ATOMIC",
    "OSU MPI_Compare_and_swap latency Test v5.9, MPI_ATOMIC",
    "OSU MPI_Accumulate latency Test v5.9, MPI_ATOMIC",
    "OSU OpenSHMEM Put Test v5.9, SHMEM_PUT",
    "OSU OpenSHMEM Get Test v5.9, SHMEM_GET",
    "OSU MPI Allreduce Latency Test v5.9, MPI_ALLREDUCE",
    "OSU OpenSHMEM Reduce Latency Test v5.9, SHMEM_REDUCE"
  })
  void titlesOfOsuSayWhatWasMeasured(String title, Metric metric) {
    assertThat(one("# " + title, "# Size  Latency (us)", "8  2.5").metric()).isEqualTo(metric);
  }

  @Test
  void bandwidthOfOsuBecomesTheTimeOfAMessage() {
    Series series = one("# OSU MPI Bandwidth Test v5.9", "# Size  Bandwidth (MB/s)", "1000 500.0");
    assertThat(series.metric()).isEqualTo(Metric.MPI_STREAM);
    assertThat(series.samples()).containsExactly(new Sample(1000, 2_000_000));
    assertThat(one("# OSU MPI Bi-Directional Bandwidth Test v5.9", "# Size  MB/s", "8 4").metric())
        .isEqualTo(Metric.MPI_BIDIRECTIONAL);
    assertThat(one("# OSU MPI_Put Bandwidth Test v5.9", "# Size  MB/s", "8 4").metric())
        .isEqualTo(Metric.MPI_PUT_STREAM);
  }

  @Test
  void messageRateOfOsuStatesTheNumberOfRanks() {
    Series series =
        one(
            "# OSU MPI Multiple Bandwidth / Message Rate Test v5.9",
            "# [ pairs: 4 ] [ window size: 64 ]",
            "# Size                  MB/s        Messages/s",
            "1                       8.00        8000000.00");
    assertThat(series.metric()).isEqualTo(Metric.MPI_MESSAGE_RATE);
    assertThat(series.ranks()).hasValue(8);
    assertThat(series.samples()).containsExactly(new Sample(1, 125_000));
  }

  @Test
  void barrierOfOsuHasNoSize() {
    Series series = one("# OSU MPI Barrier Latency Test v5.9", "# Avg Latency(us)", "     2.25");
    assertThat(series.metric()).isEqualTo(Metric.MPI_BARRIER);
    assertThat(series.samples()).containsExactly(new Sample(0, 2_250_000));
  }

  @Test
  void atomicsOfOsuThatFetchAreTaken() {
    Series series =
        one(
            "# OSU OpenSHMEM Atomic Operation Rate Test v5.9",
            "# Operation        Million ops/s        Latency (us)",
            "shmem_int_fadd          0.40          2.50",
            "shmem_int_add           4.00          0.25");
    assertThat(series.metric()).isEqualTo(Metric.SHMEM_ATOMIC);
    assertThat(series.samples()).containsExactly(new Sample(8, 2_500_000));
  }

  @Test
  void benchmarksOfOsuMayFollowEachOther() {
    List<Series> all =
        all(
            "# OSU MPI Latency Test v5.9",
            "# Size",
            "1 1.0",
            "",
            "# OSU MPI Bandwidth Test v5.9",
            "1 1.0");
    assertThat(all)
        .extracting(Series::metric)
        .containsExactly(Metric.MPI_LATENCY, Metric.MPI_STREAM);
  }

  @Test
  void tablesOfImbAreRead() {
    List<Series> all =
        all(
            "# Benchmarking PingPong ",
            "# #processes = 2 ",
            "       #bytes #repetitions      t[usec]   Mbytes/sec",
            "            0         1000         1.25         0.00",
            "            8         1000         1.50         5.33",
            "",
            "# Benchmarking Sendrecv ",
            "# #processes = 2 ",
            " #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec",
            "      0  1000   1.00   1.20  1.10  0.00",
            "",
            "# Benchmarking Allreduce ",
            "# #processes = 4 ",
            "# ( 4 additional processes waiting in MPI_Barrier)",
            " #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]",
            "      4  1000   3.00   3.20  3.10",
            "",
            "# Benchmarking Barrier ",
            "# #processes = 4 ",
            " #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]",
            "         1000         2.00         2.20         2.10",
            "");
    assertThat(all)
        .extracting(Series::metric)
        .containsExactly(Metric.MPI_LATENCY, Metric.MPI_ALLREDUCE, Metric.MPI_BARRIER);
    assertThat(all.get(0).samples())
        .containsExactly(new Sample(0, 1_250_000), new Sample(8, 1_500_000));
    assertThat(all.get(1).ranks()).hasValue(4);
    assertThat(all.get(2).samples()).containsExactly(new Sample(0, 2_100_000));
  }

  @Test
  void kindsOfCsvAreSeriesByTheirNames() {
    List<Series> all =
        all(
            "kind,bytes,iters,min_us,median_us",
            "mpi_ob1_vader,8,100,0.25,0.5",
            "shmem_put_quiet,8,100,0.1,0.2",
            "mpi_ob1_vader,1,100,0.2,0.4");
    assertThat(all).extracting(Series::name).containsExactly("mpi_ob1_vader", "shmem_put_quiet");
    assertThat(all).extracting(Series::metric).contains(Metric.MPI_LATENCY, Metric.SHMEM_PUT);
    assertThat(all.get(0).samples())
        .containsExactly(new Sample(1, 400_000), new Sample(8, 500_000));
  }

  @Test
  void oneRoutineOfEachKindIsTakenOfTheBenchmarkOfShmem() {
    List<Series> all =
        all(
            "test,class,call,nelems,stride,bytes,repetitions,min_us,mean_us,max_us,check",
            "1,1,shmem_putmem,100,1,100,10,0.100,0.200,0.300,ok",
            "1,1,shmem_int_iput,100,4,400,10,0.100,0.200,0.300,ok",
            "2,5,shmem_long_atomic_fetch_add,1,1,8,10,0.100,0.250,0.300,ok");
    assertThat(all)
        .extracting(Series::metric)
        .containsExactly(Metric.SHMEM_PUT, Metric.SHMEM_ATOMIC);
    assertThat(all.get(0).samples()).containsExactly(new Sample(100, 200_000));
  }

  @Test
  void mistakesAreShownWithTheirPlace() {
    assertRefused("out.txt: expected the output of OSU", "hello");
    assertRefused("out.txt: expected the output of OSU", "");
    assertRefused(
        "out.txt, line 2: expected a size in bytes, found \"1x\"",
        "# OSU MPI Latency Test v5.9",
        "1x 1.0");
    assertRefused(
        "out.txt, line 2: expected microseconds, a number above 0, found \"-1\"",
        "# OSU MPI Latency Test v5.9",
        "8 -1");
    assertRefused(
        "out.txt, line 2: expected a size in bytes and a number, found \"8\"",
        "# OSU MPI Latency Test v5.9",
        "8");
    assertRefused("out.txt, line 1: expected lines of numbers", "# OSU MPI Latency Test v5.9");
    assertRefused(
        "out.txt, line 1: expected a latency, bandwidth", "# OSU MPI Bcast Latency Test v5.9");
    assertRefused(
        "out.txt, line 2: expected a size, MB/s and messages/s",
        "# OSU MPI Multiple Bandwidth / Message Rate Test v5.9",
        "8 1.0");
    assertRefused(
        "out.txt, line 2: expected a column t[usec] or t_avg[usec]",
        "# Benchmarking PingPong",
        "#bytes #repetitions");
    assertRefused(
        "out.txt, line 2: expected lines of numbers",
        "# Benchmarking PingPong",
        "#bytes #repetitions t[usec]");
    assertRefused("out.txt: expected a column median_us", "kind,bytes,iters", "mpi_x,1,2");
    assertRefused(
        "out.txt, line 2: expected a kind that begins", "kind,bytes,median_us", "pvm,1,2");
    assertRefused(
        "out.txt, line 3: expected 3 columns", "kind,bytes,median_us", "mpi_x,1,2", "mpi_x,1");
    assertRefused(
        "out.txt, line 2: expected a value that gives a time",
        "kind,bytes,median_us",
        "mpi_x,1,1e-9");
  }

  @Test
  void aSeriesIsChosenByItsName(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("m.csv"),
            """
            kind,bytes,median_us
            mpi_a,1,2
            mpi_b,1,3
            """);
    assertThat(MeasurementFiles.read(file + "#mpi_b"))
        .extracting(Series::name)
        .containsOnly("mpi_b");
    assertThat(MeasurementFiles.read(file.toString())).hasSize(2);
    assertThatThrownBy(() -> MeasurementFiles.read(file + "#mpi_c"))
        .hasMessageContaining("has no series \"mpi_c\"; it has mpi_a, mpi_b");
    assertThatThrownBy(() -> MeasurementFiles.read(folder.toString()))
        .hasMessageContaining("found a folder");
    assertThatThrownBy(() -> MeasurementFiles.read(folder + "/none"))
        .hasMessageContaining("there is no such file");
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
    assertThatThrownBy(() -> MeasurementFiles.read(bytes.toString()))
        .hasMessageContaining("expected text in UTF-8");
  }
}
