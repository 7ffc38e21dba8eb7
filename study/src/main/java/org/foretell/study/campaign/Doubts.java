package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.foretell.study.decision.Doubt;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.surface.Surface;

/** What makes run times doubtful, as it is found case by case. For one thread. */
final class Doubts {
  private final StudyDescription study;
  private final Set<Doubt> found = new LinkedHashSet<>();
  private final Map<String, Set<String>> onOneNode = new LinkedHashMap<>();
  private final Map<String, List<Long>> timesByOffer = new LinkedHashMap<>();

  Doubts(StudyDescription study) {
    this.study = study;
  }

  void add(PreparedCase one, Surface surface, Replay middle) {
    ReplayCase which = one.which();
    if (which.whatIf().isPresent()) {
      return;
    }
    if (one.nodes() == 1) {
      onOneNode
          .computeIfAbsent(which.program().name(), any -> new LinkedHashSet<>())
          .add(which.offer().name());
    }
    if (surface.largestError() > study.sample().tolerance()) {
      found.add(
          new Doubt(
              Doubt.Kind.SURFACE_ERROR,
              which.toString(),
              String.format(
                  Locale.ROOT,
                  "%s: after %d replays, interpolated times are up to %.1f %% off",
                  which,
                  surface.replays(),
                  100 * surface.largestError())));
    }
    timesByOffer
        .computeIfAbsent(which.offer().name(), any -> new ArrayList<>())
        .add(middle.predictedPs());
  }

  /** {@return all doubts} */
  List<Doubt> all() {
    onOneNode.forEach(
        (program, offers) ->
            found.add(
                new Doubt(
                    Doubt.Kind.ONE_NODE,
                    program,
                    program
                        + " runs on one node of "
                        + String.join(", ", offers)
                        + ", so the network has no effect on it there")));
    Map<List<Long>, String> offers = new LinkedHashMap<>();
    timesByOffer.forEach(
        (offer, times) -> {
          String same = offers.putIfAbsent(times, offer);
          if (same != null) {
            found.add(
                new Doubt(
                    Doubt.Kind.SAME_MACHINE,
                    same + ", " + offer,
                    same
                        + " and "
                        + offer
                        + (isOneMachine(same, offer)
                            ? " are the same machine: only nodes, prices and power distinguish them"
                            : " take exactly the same time for every program: these programs"
                                + " cannot distinguish them")));
          }
        });
    return new ArrayList<>(found);
  }

  private boolean isOneMachine(String one, String other) {
    return study.offers().stream()
            .filter(offer -> offer.name().equals(one) || offer.name().equals(other))
            .map(offer -> List.of(offer.machine(), offer.changes()))
            .distinct()
            .count()
        == 1;
  }
}
