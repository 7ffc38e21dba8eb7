package org.foretell.study;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.foretell.machine.FigureRange;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;

/**
 * Takes the bounds of the CPU ratio of an offer from its machine, as {@code sim calibrate core}
 * writes them, for programs that state no ratio for this offer. A machine whose node groups have
 * different ratios or bounds keeps its ratios without bounds.
 */
final class MachineRatios {
  private static final String CPU_RATIO = ".cpuRatio";

  private final OfferMachines machines;

  /**
   * Reads nothing yet.
   *
   * @param machines of the offers
   */
  MachineRatios(OfferMachines machines) {
    this.machines = machines;
  }

  /**
   * The study with these ratios.
   *
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws org.foretell.failure.ForetellException if there is no such machine
   */
  StudyDescription of(StudyDescription study) {
    Map<String, Estimate> ratios = new HashMap<>();
    for (Offer offer : study.offers()) {
      if (!isMoved(study, offer)) {
        ratio(offer).ifPresent(ratio -> ratios.put(offer.name(), ratio));
      }
    }
    return ratios.isEmpty()
        ? study
        : study.withPrograms(study.programs().stream().map(one -> with(one, ratios)).toList());
  }

  /** What a program states itself counts more. */
  private static Program with(Program program, Map<String, Estimate> ratios) {
    Map<String, Estimate> all = new HashMap<>(ratios);
    all.keySet().removeAll(program.measuredPairs().keySet());
    all.putAll(program.coreRatios());
    return program.withCoreRatios(all);
  }

  /** Whether the study itself changes the ratio of an offer. */
  private static boolean isMoved(StudyDescription study, Offer offer) {
    Predicate<String> isRatio = address -> address.endsWith(CPU_RATIO) || address.equals("cpu");
    return offer.changes().stream().anyMatch(change -> isRatio.test(change.address()))
        || study.variables().stream()
            .filter(variable -> variable.concerns(offer.name()))
            .flatMap(variable -> variable.addresses().stream())
            .anyMatch(isRatio)
        || study.choices().stream()
            .flatMap(choice -> choice.addresses().stream())
            .anyMatch(isRatio);
  }

  private Optional<Estimate> ratio(Offer offer) {
    Machine machine = machines.of(offer);
    Set<String> figures = new HashSet<>();
    for (NodeGroup group : machine.groups()) {
      figures.add("nodeGroups." + group.name() + CPU_RATIO);
    }
    List<FigureRange> ranges =
        machine.ranges().stream().filter(range -> figures.contains(range.figure())).toList();
    Set<Estimate> different = new HashSet<>();
    ranges.forEach(range -> different.add(estimate(range, offer.machine())));
    return ranges.size() == figures.size() && different.size() == 1
        ? different.stream().findFirst()
        : Optional.empty();
  }

  private static Estimate estimate(FigureRange range, String machine) {
    return new Estimate(
        Double.parseDouble(range.value()),
        Double.parseDouble(range.from()),
        Double.parseDouble(range.to()),
        Distribution.UNIFORM,
        Optional.of("cpuRatio of " + machine));
  }
}
