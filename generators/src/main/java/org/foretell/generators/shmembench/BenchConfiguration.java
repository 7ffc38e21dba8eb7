package org.foretell.generators.shmembench;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.foretell.generators.GeneratorException;
import org.foretell.trace.RegularFile;

/**
 * The tests of a benchmark: lines {@code TESTNUM TESTCLASS NELEMS STRIDE}, as for ShmemBench. A
 * number of elements or a stride may be a list: {@code 1,8,64}, {@code 1..65536*4} (each four times
 * the previous one), {@code 8..64+8}. A line that starts with {@code TESTNUM} and text after {@code
 * #} are comments.
 */
public final class BenchConfiguration {
  private static final int MOST_ELEMENTS = 1 << 24;
  private static final int MOST_STRIDE = 1 << 12;
  private static final int MOST_TESTS = 10_000;
  private static final long MOST_BYTES = 1L << 30;

  private final String name;
  private final List<BenchTest> tests;

  private BenchConfiguration(String name, List<BenchTest> tests) {
    this.name = name;
    this.tests = List.copyOf(tests);
  }

  /**
   * Reads a configuration.
   *
   * @param file a text of lines
   * @return the configuration
   * @throws GeneratorException if it cannot be read or a line is wrong
   */
  public static BenchConfiguration read(Path file) {
    try {
      if (Files.size(RegularFile.check(file)) > 1 << 20) {
        throw bad(
            file + ": is too large for a configuration with lines TESTNUM TESTCLASS NELEMS STRIDE");
      }
      return of(
          String.valueOf(file.getFileName()),
          file.toString(),
          Files.readString(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException e) {
      throw bad(file + ": is not UTF-8 text");
    } catch (IOException e) {
      throw new GeneratorException(
          GeneratorException.Kind.INPUT, file + ": cannot be read: " + RegularFile.reason(e), e);
    }
  }

  /**
   * Takes a configuration apart.
   *
   * @param name how the program calls it
   * @param place how messages call it
   * @param text its lines
   * @return the configuration
   * @throws GeneratorException if a line is wrong
   */
  static BenchConfiguration of(String name, String place, String text) {
    List<BenchTest> tests = new ArrayList<>();
    Set<Integer> numbers = new HashSet<>();
    int at = 0;
    for (String whole : text.split("\\R", -1)) {
      at++;
      String line = whole.replaceFirst("#.*", "").strip();
      if (line.isEmpty() || line.toUpperCase(Locale.ROOT).startsWith("TESTNUM")) {
        continue;
      }
      new Line(place + ", line " + at, line).addTo(tests, numbers);
      if (tests.size() > MOST_TESTS) {
        throw bad(place + ", line " + at + ": more than " + MOST_TESTS + " tests");
      }
    }
    if (tests.isEmpty()) {
      throw bad(
          place + ": has no test; expected lines TESTNUM TESTCLASS NELEMS STRIDE, like 1 1 100 1");
    }
    return new BenchConfiguration(name, tests);
  }

  private static GeneratorException bad(String message) {
    return new GeneratorException(GeneratorException.Kind.INPUT, message);
  }

  /**
   * Returns all tests, one for each size and stride.
   *
   * @return at least one, in the order of the lines
   */
  public List<BenchTest> tests() {
    return tests;
  }

  String name() {
    return name;
  }

  /** A line that is not empty. */
  private record Line(String place, String text) {
    void addTo(List<BenchTest> tests, Set<Integer> numbers) {
      String[] words = text.split("\\s+", -1);
      if (words.length != 4) {
        throw bad(place + ": expected TESTNUM TESTCLASS NELEMS STRIDE, found \"" + text + "\"");
      }
      int number = one("TESTNUM", words[0], 0, Integer.MAX_VALUE);
      if (!numbers.add(number)) {
        throw bad(place + ": there is a test " + number + " already; test numbers must be unique");
      }
      TestClass testClass =
          TestClass.values()[
              one("TESTCLASS (1 put, 2 get, 3 collective, 4 synchronize, 5 atomic)", words[1], 1, 5)
                  - 1];
      for (int elements : several("NELEMS", words[2], MOST_ELEMENTS)) {
        for (int stride : several("STRIDE", words[3], MOST_STRIDE)) {
          if (16L * elements * stride > MOST_BYTES) {
            throw bad(
                place
                    + ": "
                    + elements
                    + " elements with a stride of "
                    + stride
                    + " need more than 1 GiB of symmetric memory; take fewer");
          }
          tests.add(new BenchTest(number, testClass, elements, stride));
        }
      }
    }

    private int one(String what, String word, int least, int most) {
      long value;
      try {
        value = Long.parseLong(word);
      } catch (NumberFormatException e) {
        value = -1;
      }
      if (value < least || value > most) {
        throw bad(
            place
                + ": expected "
                + what
                + " from "
                + least
                + " to "
                + most
                + ", found \""
                + word
                + "\"");
      }
      return (int) value;
    }

    private List<Integer> several(String what, String word, int most) {
      List<Integer> all = new ArrayList<>();
      for (String part : word.split(",", -1)) {
        int dots = part.indexOf("..");
        if (dots < 0) {
          all.add(one(what, part, 1, most));
          continue;
        }
        String rest = part.substring(dots + 2);
        int sign = Math.max(rest.indexOf('*'), rest.indexOf('+'));
        if (sign < 0) {
          throw bad(
              place
                  + ": expected a range like 1..64*4 or 8..64+8 in "
                  + what
                  + ", found \""
                  + part
                  + "\"");
        }
        boolean times = rest.charAt(sign) == '*';
        long value = one(what, part.substring(0, dots), 1, most);
        int last = one(what, rest.substring(0, sign), 1, most);
        int by = one("a step of " + what, rest.substring(sign + 1), times ? 2 : 1, most);
        for (; value <= last && all.size() <= MOST_TESTS; value = times ? value * by : value + by) {
          all.add((int) value);
        }
      }
      return all;
    }
  }
}
