package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Derivatives of real programs beside replays with another value, halfway to the kink that is told
 * and at one percent. With {@code -Dforetell.long=true} it looks at three programs and prints the
 * table of {@code docs/explain.md}.
 */
class KinksTest {
  private static final boolean LONG = Boolean.getBoolean("foretell.long");
  private static final Path TRACES = Path.of("../../shared/data/ti");
  private static final Path EXAMPLE = Path.of("../examples/mg.S.16.tar.gz");

  private String machine = "jaguar-xt5";

  /** A derivative is right where a replay says the same within this share of the change. */
  private static final double RIGHT = 0.02;

  /** Roundings of single messages, picoseconds. */
  private static final double ROUNDED_PS = 200;

  /** How many cases there were, and of how many the derivative was right. */
  private static final class Count {
    private int cases;
    private int right;

    private void add(boolean isRight) {
      cases++;
      right += isRight ? 1 : 0;
    }

    @Override
    public String toString() {
      return right + " of " + cases;
    }
  }

  private record Counts(Count halfway, Count percent, List<Double> widths) {}

  private static List<Path> traces(String names) {
    return LONG && Files.isDirectory(TRACES)
        ? Stream.of(names.split(" ", -1)).map(name -> TRACES.resolve(name + ".tar.gz")).toList()
        : List.of(EXAMPLE);
  }

  private Counts counts(String model, List<Path> traces) {
    Counts counts = new Counts(new Count(), new Count(), new ArrayList<>());
    for (Path trace : traces) {
      List<ParameterSensitivity> found =
          Foretell.explanation()
              .machine(machine)
              .trace(trace)
              .model(model)
              .sensitivities(LONG ? Boolean.TRUE : null)
              .run()
              .sensitivities()
              .orElseThrow()
              .parameters();
      Map<String, String> pinned = new LinkedHashMap<>();
      found.stream()
          .filter(one -> one.method() == Method.DERIVATIVE && !isBursts(one))
          .filter(one -> !one.parameter().contains("."))
          .forEach(one -> pinned.put(one.parameter(), one.value()));
      long stillPs = timePs(trace, model, pinned, 1);
      for (ParameterSensitivity one : found) {
        if (one.method() == Method.DERIVATIVE && one.elasticity() != 0) {
          compare(one, trace, model, pinned, stillPs, counts);
        }
      }
    }
    return counts;
  }

  private void compare(
      ParameterSensitivity one,
      Path trace,
      String model,
      Map<String, String> pinned,
      long stillPs,
      Counts counts) {
    double from = one.holdsFrom().orElseThrow();
    double to = one.holdsTo().orElseThrow();
    for (double kink : new double[] {from, to}) {
      if (Math.abs(kink - 1) < 1e-9) {
        continue;
      }
      counts.widths().add(Math.abs(kink - 1));
      double halfway = Math.max(0.5, Math.min(2, 1 + (kink - 1) / 2));
      compare(one, halfway, trace, model, pinned, stillPs, counts.halfway(), "halfway");
    }
    compare(one, 0.99, trace, model, pinned, stillPs, counts.percent(), "1 %");
    compare(one, 1.01, trace, model, pinned, stillPs, counts.percent(), "1 %");
  }

  private void compare(
      ParameterSensitivity one,
      double factor,
      Path trace,
      String model,
      Map<String, String> pinned,
      long stillPs,
      Count count,
      String where) {
    double moved = one.unit().equals("s") ? roundedFactor(one, factor) : factor;
    if (moved == 1) {
      return;
    }
    Map<String, String> given = new LinkedHashMap<>(pinned);
    long movedPs;
    if (isBursts(one)) {
      movedPs = timePs(trace, model, given, moved);
    } else {
      given.put(
          one.parameter().replaceFirst("^intraNode", "nodeGroups.compute.intraNode"),
          written(one.number() * moved, one.unit()));
      movedPs = timePs(trace, model, given, 1);
    }
    double change = movedPs - stillPs;
    // The elasticity is that of the cost where more of it saves time.
    double costs = one.largerIsSlower() ? moved - 1 : 1 - 1 / moved;
    double told = one.elasticity() * costs * stillPs;
    boolean isRight =
        Math.abs(change - told) <= RIGHT * Math.max(Math.abs(change), Math.abs(told)) + ROUNDED_PS;
    count.add(isRight);
    if (LONG) {
      System.out.printf(
          Locale.ROOT,
          "%-22s %-9s %-15s %-8s x %.7f  told %14.0f ps  replayed %14.0f ps  %s%n",
          trace.getFileName(),
          model,
          one.parameter(),
          where,
          moved,
          told,
          change,
          isRight ? "" : "WRONG");
    }
  }

  private static double roundedFactor(ParameterSensitivity one, double factor) {
    double ps = Math.rint(one.number() * 1e12);
    return Math.rint(ps * factor) / ps;
  }

  private static boolean isBursts(ParameterSensitivity one) {
    return one.parameter().equals("cpuRatio");
  }

  private static String written(double number, String unit) {
    return switch (unit) {
      case "s" -> Math.round(number * 1e12) + "ps";
      case "B/s" -> String.format(Locale.ROOT, "%.3fB/s", number);
      default -> String.format(Locale.ROOT, "%.15fns/B", number * 1e9);
    };
  }

  private long timePs(Path trace, String model, Map<String, String> given, double ratio) {
    PredictionSetup setup =
        Foretell.prediction().machine(machine).trace(trace).model(model).interval(false);
    given.forEach(
        (name, value) -> {
          if (name.contains(".")) {
            setup.set(name, value);
          } else {
            setup.parameter(name, value);
          }
        });
    if (ratio != 1) {
      setup.set("nodeGroups.compute.cpuRatio", Double.toString(ratio));
    }
    return setup.run().prediction().makespanPs();
  }

  private void print(String model, Counts counts) {
    double[] widths = counts.widths().stream().mapToDouble(one -> one).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%s, %s: halfway %s, at 1 %% %s; median width %.3g%n",
        machine,
        model,
        counts.halfway(),
        counts.percent(),
        widths.length == 0 ? 0 : widths[widths.length / 2]);
  }

  /** At least so many of ten are right; what changes turns elsewhere is not seen. */
  @ParameterizedTest
  @CsvSource({"max-rate, 8", "loggops, 7", "simple, 10"})
  void derivativesHoldHalfwayToTheKink(String model, int ofTen) {
    Counts counts = counts(model, traces("mg.S.16 cg.S.16 is.S.16"));
    if (LONG) {
      print(model, counts);
    }
    assertThat(counts.halfway().cases).isGreaterThanOrEqualTo(8);
    assertThat(10 * counts.halfway().right)
        .as("%s: %s", model, counts.halfway())
        .isGreaterThanOrEqualTo(ofTen * counts.halfway().cases);
  }

  /** Programs and a machine on which nothing was tried out: the figures of the page. */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "foretell.long", matches = "true")
  @CsvSource({
    "max-rate, jaguar-xt5, bt.S.16 sp.S.16 ft.S.16 mg.W.16",
    "loggops, jaguar-xt5, bt.S.16 sp.S.16 ft.S.16 mg.W.16",
    "simple, jaguar-xt5, bt.S.16 sp.S.16 ft.S.16 mg.W.16",
    "max-rate, asci-blue-pacific, mg.S.16 cg.S.16 is.S.16",
    "loggops, asci-blue-pacific, mg.S.16 cg.S.16 is.S.16",
    "simple, asci-blue-pacific, mg.S.16 cg.S.16 is.S.16"
  })
  void derivativesOfOtherProgramsHoldHalfwayToTheKink(String model, String on, String names) {
    machine = on;
    Counts counts = counts(model, traces(names));
    print(model, counts);
    assertThat(counts.halfway().cases).isGreaterThanOrEqualTo(8);
    int ofTen = model.equals("simple") ? 10 : 4;
    assertThat(10 * counts.halfway().right)
        .as("%s on %s: %s", model, on, counts.halfway())
        .isGreaterThanOrEqualTo(ofTen * counts.halfway().cases);
  }
}
