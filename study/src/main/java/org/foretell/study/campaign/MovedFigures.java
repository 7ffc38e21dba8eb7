package org.foretell.study.campaign;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.scenario.Change;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.FigureNames;

/** The figures of a machine that the replays of a case move, and how. Immutable once made. */
final class MovedFigures {
  private final ReplayCase which;
  private final Map<String, List<String>> addresses = new LinkedHashMap<>();
  private final Map<String, String> units = new HashMap<>();
  private final SortedMap<String, Estimate> factors = new TreeMap<>();

  MovedFigures(ReplayCase which, StudyDescription study, Machine machine) {
    this.which = which;
    Estimate ratio = which.program().coreRatios().get(which.offer().name());
    if (ratio != null) {
      String name = FigureNames.coreRatio(which.program(), which.offer());
      factors.put(name, ratio);
      addresses.put(
          name,
          machine.groups().stream()
              .map(NodeGroup::name)
              .map(group -> "nodeGroups." + group + ".cpuRatio")
              .toList());
    }
    for (Variable variable : study.variables()) {
      if (variable.concerns(which.offer().name())) {
        factors.put(FigureNames.of(variable), variable.amount());
        addresses.put(FigureNames.of(variable), variable.addresses());
        variable.unit().ifPresent(unit -> units.put(FigureNames.of(variable), unit));
      }
    }
    if (which.whatIf().isPresent()) {
      // Other worlds are compared as they are stated.
      factors.replaceAll((name, factor) -> Estimate.exactly(factor.value()));
    }
  }

  /** {@return the figures by name} */
  SortedMap<String, Estimate> estimates() {
    return factors;
  }

  Set<String> names() {
    return addresses.keySet();
  }

  /** {@return the addresses of a figure in the machine} */
  List<String> addresses(String name) {
    return Objects.requireNonNull(addresses.get(name), name);
  }

  /** {@return the names of those that move the power of nodes or switches} */
  List<String> ofPower() {
    return addresses.entrySet().stream()
        .filter(figure -> figure.getValue().stream().anyMatch(MovedFigures::isOfPower))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** {@return whether an option or the other world of the case moves the power} */
  boolean isPowerOther() {
    return Stream.concat(
            which.options().stream().flatMap(one -> one.changes().stream()),
            which.worldChanges().stream())
        .anyMatch(change -> isOfPower(change.address()));
  }

  private static boolean isOfPower(String address) {
    return address.contains(".power");
  }

  /**
   * What the offer's own figures are comes first, such as the core ratio of the program; then the
   * other world, which may make cores faster still, and then the factors.
   */
  List<List<Change>> changes(Map<String, Double> values, boolean isInWorld) {
    List<Change> own = new ArrayList<>();
    List<Change> multiplied = new ArrayList<>();
    String ratioName = FigureNames.coreRatio(which.program(), which.offer());
    values.forEach(
        (name, factor) -> {
          for (String address : addresses(name)) {
            String unit = name.equals(ratioName) ? "" : units.get(name);
            if (unit != null) {
              own.add(new Change(address, BigDecimal.valueOf(factor).toPlainString() + unit));
            } else if (factor != 1) {
              multiplied.add(Change.times(address, factor));
            }
          }
        });
    return List.of(own, isInWorld ? which.worldChanges() : List.of(), multiplied);
  }
}
