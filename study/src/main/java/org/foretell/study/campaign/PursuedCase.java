package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A case and its replays so far. For one thread. */
final class PursuedCase {
  private final PreparedCase prepared;
  private final Map<Map<String, Double>, Replay> replays = new LinkedHashMap<>();
  private List<Wanted> round = List.of();
  private Optional<String> failure = Optional.empty();
  private boolean isDone;

  PursuedCase(PreparedCase prepared) {
    this.prepared = prepared;
  }

  /** A replay that is wanted. */
  record Wanted(PursuedCase of, Map<String, Double> factors, String key) {}

  /** {@return the replays of the round that is open, or of the next one; none when it is done} */
  List<Wanted> next() {
    if (round.isEmpty() && !isDone) {
      List<Wanted> wanted = new ArrayList<>();
      for (Map<String, Double> place : prepared.search().next()) {
        wanted.add(new Wanted(this, place, prepared.key(place)));
      }
      if (replays.isEmpty()) {
        for (Map<String, Double> factors : prepared.noisyReplays()) {
          wanted.add(new Wanted(this, factors, prepared.key(factors)));
        }
      }
      isDone = wanted.isEmpty();
      round = wanted;
    }
    return round;
  }

  /**
   * {@return a further replay of a case that is done; empty if none would tell anything}
   *
   * @param factors of figures by name; those of other cases are ignored
   * @param isAlone whether this place matters for itself
   */
  Optional<Wanted> further(Map<String, Double> factors, boolean isAlone) {
    return failure.isPresent()
        ? Optional.empty()
        : prepared
            .search()
            .further(factors, isAlone)
            .map(place -> new Wanted(this, place, prepared.key(place)));
  }

  void add(Map<String, Double> factors, Replay replay) {
    replays.put(factors, replay);
    Double seconds = replay.seconds();
    if (seconds == null || !(seconds > 0)) {
      failure =
          Optional.of(Objects.requireNonNullElse(replay.failure(), "the program takes no time"));
      isDone = true;
    } else if (failure.isEmpty() && !PreparedCase.isNoisy(factors)) {
      if (factors.equals(prepared.search().middle())) {
        prepared.search().addMiddle(seconds, replay.slopes());
      } else {
        prepared.search().add(factors, seconds);
      }
      isDone = prepared.search().isDone();
    }
  }

  /** Says that all replays of the round were added. */
  void endRound() {
    round = List.of();
  }

  /**
   * Goes as far as replays are known, round by round.
   *
   * @param known replays
   * @return whether the case is done: no replay is missing
   */
  boolean finish(KeptReplays known) {
    while (!isDone) {
      next();
      for (Wanted one : round) {
        if (known.find(one.key).isEmpty()) {
          return false;
        }
      }
      for (Wanted one : round) {
        add(one.factors, known.find(one.key).orElseThrow());
      }
      endRound();
    }
    return true;
  }

  PreparedCase prepared() {
    return prepared;
  }

  /** {@return them, each once: the first replication of a workflow is its run as stated} */
  Collection<Replay> replays() {
    return new LinkedHashSet<>(replays.values());
  }

  /** {@return the replay in which all figures are as they are stated} */
  Replay middle() {
    return Objects.requireNonNull(replays.get(prepared.search().middle()));
  }

  /** {@return the noisy replays, in the order of their numbers} */
  List<Replay> noisy() {
    return prepared.noisyReplays().stream()
        .map(factors -> Objects.requireNonNull(replays.get(factors)))
        .toList();
  }

  Optional<String> failure() {
    return failure;
  }
}
