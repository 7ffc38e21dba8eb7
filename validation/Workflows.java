import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.foretell.workflow.recorded.WfFormatFile;
import org.foretell.workflow.recorded.WfInstance;
import org.foretell.workflow.WorkflowSetup;

/**
 * Holds recorded workflows to their makespans: rows of the table in docs/workflows.md.
 *
 * <p>For each application the master's time per task is fitted to the instance of the fewest tasks,
 * and all others are predicted with it. The argument is a folder with files in WfFormat 1.5.
 */
public final class Workflows {
  private static final double PS_PER_SECOND = 1e12;
  private static final int STEPS = 24;
  private static final int MOST_CORES = 128;

  private record Case(String name, WfInstance instance) {
    int tasks() {
      return instance.workflow().tasks();
    }

    double recorded() {
      return instance.makespanSeconds().orElseThrow();
    }

    double simulated(double dealSeconds) {
      int cores = Math.min(MOST_CORES, Math.max(1, instance.coresPerMachine()));
      return new WorkflowSetup()
          .machine("perlmutter-cpu")
          .model("simple")
          .recorded(instance)
          .workers(Math.max(1, instance.machines()) * cores, cores)
          .dealPs(Math.round(dealSeconds * PS_PER_SECOND))
          .run()
          .makespanSeconds();
    }

    /** The master's time per task with which the makespan is the recorded one. */
    double fitted() {
      double low = 0;
      double high = recorded() / tasks(); // one task after the other
      for (int step = 0; step < STEPS; step++) {
        double middle = (low + high) / 2;
        if (simulated(middle) < recorded()) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  private Workflows() {}

  public static void main(String[] args) throws IOException {
    Map<String, List<Case>> families = new TreeMap<>();
    try (Stream<Path> files = Files.list(Path.of(args[0]))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".json", "");
        Case each = new Case(name, WfFormatFile.read(file));
        if (each.instance().makespanSeconds().isPresent()) {
          families.computeIfAbsent(family(name), key -> new ArrayList<>()).add(each);
        }
      }
    }
    families.forEach(Workflows::family);
  }

  private static String family(String name) {
    return name.replaceFirst("-(chameleon|dirt02)-.*", "")
        + (name.startsWith("bwa") || name.startsWith("blast")
            ? " " + name.replaceFirst(".*chameleon-", "").replaceFirst("-\\d+$", "")
            : "");
  }

  private static void family(String family, List<Case> cases) {
    cases.sort(Comparator.comparingInt(Case::tasks).thenComparing(Case::name));
    Case first = cases.get(0);
    double deal = first.fitted();
    List<Double> bare = new ArrayList<>();
    List<Double> held = new ArrayList<>();
    for (Case each : cases) {
      double ideal = each.simulated(0);
      double predicted = each.simulated(deal);
      bare.add(ideal / each.recorded() - 1);
      if (each != first) {
        held.add(predicted / each.recorded() - 1);
      }
      System.err.printf(
          Locale.US,
          "%s: %d tasks, recorded %.0f, simulated %.0f, with %.3f s per task %.0f%n",
          each.name(), each.tasks(), each.recorded(), ideal, deal, predicted);
    }
    System.out.printf(
        Locale.US,
        "| %s | %d | %,d to %,d | %s | %.2f | %s |%n",
        family,
        cases.size(),
        first.tasks(),
        cases.get(cases.size() - 1).tasks(),
        range(bare),
        deal,
        range(held));
  }

  private static String range(List<Double> errors) {
    if (errors.isEmpty()) {
      return "-";
    }
    List<Double> sorted = errors.stream().sorted().toList();
    return String.format(
        Locale.US,
        "%+.0f %% (%+.0f to %+.0f)",
        100 * sorted.get(sorted.size() / 2),
        100 * sorted.get(0),
        100 * sorted.get(sorted.size() - 1));
  }
}
