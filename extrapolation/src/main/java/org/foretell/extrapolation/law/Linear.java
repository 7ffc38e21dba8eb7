package org.foretell.extrapolation.law;

import java.util.List;
import java.util.stream.Stream;

/** A start and a step for each coordinate. */
record Linear(Law start, List<Law> steps) implements Law {
  @Override
  public long at(Place place) {
    long value = start.at(place);
    for (int d = 0; d < steps.size(); d++) {
      value += Math.multiplyExact(steps.get(d).at(place), (long) place.coordinates()[d]);
    }
    return value;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(start.text().equals("0") ? "" : start.text());
    for (int d = 0; d < steps.size(); d++) {
      String step = steps.get(d).text();
      if (!step.equals("0")) {
        text.append(text.isEmpty() ? "" : " + ")
            .append(step.equals("1") ? "" : step + " ")
            .append(Names.coordinate(steps.size(), d));
      }
    }
    return text.toString();
  }

  @Override
  public Stream<Scale> scales() {
    return Stream.concat(start.scales(), steps.stream().flatMap(Law::scales));
  }

  @Override
  public boolean usesRank() {
    return true;
  }
}
