package org.foretell.generators.shmembench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.generators.GeneratorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchConfigurationTest {
  @TempDir private Path folder;

  private static BenchConfiguration of(String text) {
    return BenchConfiguration.of("config.txt", "config.txt", text);
  }

  @Test
  void theExampleOfThePaper() {
    assertThat(
            of("TESTNUM\tTESTCLASS\tNELEMS\tSTRIDE\n1\t1\t100\t1\n2\t3\t900\t1\n3\t1\t5000\t4\n")
                .tests())
        .containsExactly(
            new BenchTest(1, TestClass.PUT, 100, 1),
            new BenchTest(2, TestClass.COLLECTIVE, 900, 1),
            new BenchTest(3, TestClass.PUT, 5000, 4));
  }

  @Test
  void sizesAndStridesAreSwept() {
    assertThat(of("# sizes\n7 2 1..100*10,5 1..5+2 # strides\n").tests())
        .extracting(BenchTest::elements)
        .containsExactly(1, 1, 1, 10, 10, 10, 100, 100, 100, 5, 5, 5);
    assertThat(of("7 2 1 1..5+2").tests()).extracting(BenchTest::stride).containsExactly(1, 3, 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 1 100|line 1: expected TESTNUM TESTCLASS NELEMS STRIDE, found \"1 1 100\"",
        "1 6 100 1|expected TESTCLASS (1 put, 2 get, 3 collective, 4 synchronize, 5 atomic) from 1"
            + " to 5, found \"6\"",
        "1 1 0 1|expected NELEMS from 1 to 16777216, found \"0\"",
        "1 1 99999999999999999999 1|expected NELEMS from 1 to 16777216",
        "1 1 1 x|expected STRIDE from 1 to 4096, found \"x\"",
        "-1 1 1 1|expected TESTNUM from 0 to 2147483647, found \"-1\"",
        "1 1 1..8 1|expected a range like 1..64*4 or 8..64+8 in NELEMS, found \"1..8\"",
        "1 1 1..8*1 1|expected a step of NELEMS from 2 to",
        "1 1 1..8+0 1|expected a step of NELEMS from 1 to",
        "1 1 1,,2 1|expected NELEMS from 1 to 16777216, found \"\"",
        "1 1 16777216 4096|need more than 1 GiB of symmetric memory",
        "1 1 1..16777216+1 1|more than",
        "'# nothing'|config.txt: has no test",
      })
  void errorsAreReportedWithTheirLine(String text, String message) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(GeneratorException.class)
        .hasMessageStartingWith("config.txt")
        .hasMessageContaining(message);
  }

  @Test
  void numbersAreUnique() {
    assertThatThrownBy(() -> of("1 1 1 1\n1 2 1 1\n"))
        .hasMessage("config.txt, line 2: there is a test 1 already; test numbers must be unique");
  }

  @Test
  void filesThatAreNoConfigurations() throws IOException {
    Path absent = folder.resolve("absent");
    assertThatThrownBy(() -> BenchConfiguration.read(absent))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining(absent + ": cannot be read");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> BenchConfiguration.read(binary))
        .hasMessageContaining("is not UTF-8 text");
    Path large = Files.write(folder.resolve("large"), new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> BenchConfiguration.read(large)).hasMessageContaining("is too large");
  }
}
