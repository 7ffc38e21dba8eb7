package org.foretell.parsers.scalatrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged files are refused in one message each that says where and what. */
class ScalaTraceBadInputTest {
  private static final Path FARM = Path.of("../examples/farm.3.scalatrace");
  private static final Path DATA =
      Path.of(System.getProperty("foretell.scalatrace", "../../shared/data/scalatrace"));

  private static void read(String text) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      ScalaTraceReader.read(
          new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
          "bad.scalatrace",
          ScalaTraceOptions.DEFAULT,
          sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RANKS: 1 -1 0 3 1     | RANKS: 2 -1 0 3 1          | :1: expected 2 items in a list of ranks
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 0 3            | :1: expected 1 pairs of iterations
          RANKS: 1 -1 0 3 1     | RANKS: 1 -2 0 3 1          | :1: expected 2 pairs
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 -1 3 1         | :1: expected ranks from 0 to 1048575
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 2000000 1 0    | found 2000000 to 2000000
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 0 0 1          | expected at least 1 iteration
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 0 3 0          | without a rank twice
          RANKS: 1 -1 0 3 1     | RANKS: 2 -1 0 3 1 -1 1 1 0 | found rank 1 twice
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 0 2147483648 1 | found '2147483648
          RANKS: 1 -1 0 3 1     | RANKS: 1 -1 0 4 1          | as the last call of rank 3
          RANKS: 1 -1 0 3 1     | RANKS: 1 -25 0 3 1         | found -25
          iter: ( 10 )          | iter: ( 9 )                | :7: record 1, MPI_Irecv: expected as many values in its COMP 4c statistics as its ranks execute it, 9 times, found 10
          iter: ( 10 )          | iter: ( 1152921504606846976 ) | found '1152921504606846976
          iter: ( 10 )          | iter: ( 2000000000 )       | 2000000000 times, found 10
          iter: ( 10 )          | iter: ( -1 )               | expected at least 0 iterations
          mem: ( 4 )            | mem: ( 9 )                 | expected a loop of at most 5 entries for rank 0
          mem: ( 4 )            | mem: ( 0 )                 | of at least 1 entry
          mem: ( 4 )[ 1 -1 0 1 0 ] | mem: ( 4 )[ 1 -1 1 1 0 ] | found rank 1 too
          LOOP0                 | LOOP1                      | expected 'LOOP0:'
          1090 4011_4012_4013_4014_4030 | 1090                   | expected the signature of a call
          1090                  | 1119                       | found MPI_Start
          1090                  | 77                         | found 77
          12 10000              | 12 -7                      | expected a count of at least 0, found -7
          12 10000              | 99 10000                   | expected values of its parameter 12, found none
          10 2                  | 10 3                       | expected a communicator
          10 2                  | 10 x                       | expected a value
          1c 9999               | 1c 9998                    | expected a request that rank 0 has made and not waited for, found 9998
          1c 9999               | 1c 10000                   | found 10000
          1c 9999               | 1c (2 3){1 2 3}            | found a histogram of them
          1a ( 2 )              | 1a ( 3 )                   | expected a distance to a rank, 0 to 2
          1a ( 2 )[ 1 -1 1 1 0 ] | 1a ( 2 )[ 1 -1 2 1 0 ]    | found rank 2 twice
          1a ( 2 )[ 1 -1 1 1 0 ] | 1b 0                      | expected
          COMP 4c-0: 401_402_403_404_4010 (1 | COMP 4c-0: (1      | expected the signature of the call before
          1045 4061             | 1084 4061                  | expected one MPI_Init of rank 0, found another
          mem: ( 4 )[ 1 -1 0 1 0 ] | mem: ( 7 )[ 1 -1 0 1 0 ] | at most 5 entries for rank 0
          COMP 4c-0             | COMP 4d-0                  | expected a type of statistics
          (9 50.00              | (8 50.00                   | expected bins with the 8 values that the header states, found 9
          (9 50.00              | (9 x                       | expected an average
          50.00 50.00 50.00 60  | 60.00 50.00 50.00 60       | whose average is between
          50.00 50.00 50.00 60  | 50.00 50.00 9999999999999999999.00 60 | expected the most of a bin
          """)
  void saysWhatIsWrong(String from, String to, String message) throws IOException {
    String farm = Files.readString(FARM);
    assertThat(farm).contains(from);
    int at = farm.indexOf(from);
    String bad = farm.substring(0, at) + to + farm.substring(at + from.length());
    assertThatThrownBy(() -> read(bad))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("bad.scalatrace:")
        .hasMessageContaining(message);
  }

  @Test
  void loopsThatRunTooOftenAreCountedNotRun() throws IOException {
    String signature = "EVENT0: 1010 NULL\n";
    StringBuilder text = new StringBuilder("RANKS: 1 -1 0 1 0\n").append(signature);
    for (int depth = 0; depth < 3; depth++) {
      text.append("LOOP" + depth + ": iter: ( 2000000000 )[ 1 -1 0 1 0 ]");
      text.append(" mem: ( 1 )[ 1 -1 0 1 0 ]\n");
    }
    assertThatThrownBy(() -> read(text + "10 2 \n\n"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected fewer than 2^62 calls");
    StringBuilder deep = new StringBuilder("RANKS: 1 -1 0 1 0\n").append(signature);
    for (int depth = 0; depth < 300; depth++) {
      deep.append("LOOP" + depth + ": iter: ( 1 2 )[ 1 -1 0 1 0 ] mem: ( 1 )[ 1 -1 0 1 0 ]\n");
    }
    assertThatThrownBy(() -> read(deep + "10 2 \n\n"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("at most 200 deep");
  }

  @Test
  void requestsThatPileUpAreRefused() {
    String text =
        """
        RANKS: 1 -1 0 1 0
        EVENT0: 1090 NULL
        LOOP0: iter: ( 2000000000 )[ 1 -1 0 1 0 ] mem: ( 1 )[ 1 -1 0 1 0 ]
        10 2
        12 1
        14 3
        1b 0
        2b 0

        """;
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("MPI_Irecv: expected");
  }

  static Stream<Path> samples() throws IOException {
    if (!Files.isDirectory(DATA)) {
      return Stream.of(FARM);
    }
    return Stream.concat(
        Stream.of(FARM),
        Stream.of(
                "test.testcase_1",
                "test.testcase_2",
                "test.testcase_5",
                "td.lu.A.4.I",
                "ti.cg.A.4.I",
                "tic.lu.B.8.I")
            .map(name -> DATA.resolve(name + ".scalatrace")));
  }

  @Test
  void cutOffAnywhereItIsRefused() throws IOException {
    int step = Boolean.getBoolean("foretell.long") ? 1 : 5;
    for (Path sample : samples().toList()) {
      List<String> lines = Files.readAllLines(sample);
      for (int kept = lines.size() % step; kept < lines.size() - 1; kept += step) {
        String cut = String.join("\n", lines.subList(0, kept)) + "\n";
        assertThatThrownBy(() -> read(cut))
            .as("%s, %d lines", sample, kept)
            .isInstanceOf(TraceException.class)
            .hasMessageStartingWith("bad.scalatrace:")
            .hasMessageNotContaining("''");
      }
    }
  }
}
