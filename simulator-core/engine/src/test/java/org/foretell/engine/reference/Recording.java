package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;

/** Writes down, as text, all that an observer is told, by rank or resource. */
public final class Recording implements SimObserver {
  private final Map<String, List<String>> entries = new TreeMap<>();

  /**
   * What was told of each rank and resource, in the order in which it was told; messages and busy
   * times, whose order is not promised, sorted. Things that took no time on a resource are left
   * out.
   */
  public Map<String, List<String>> entries() {
    entries.forEach(
        (subject, told) -> {
          if (!subject.startsWith("rank")) {
            told.sort(null);
          }
        });
    return entries;
  }

  /** What was told of the ops of a rank. */
  public List<String> of(int rank) {
    return entries.getOrDefault("rank " + rank, List.of());
  }

  private void add(String subject, String text) {
    entries.computeIfAbsent(subject, key -> new ArrayList<>()).add(text);
  }

  @Override
  public void begin(int ranks) {
    add("ranks", Integer.toString(ranks));
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    add("rank " + rank, "%s %d..%d at %d".formatted(code, startPs, endPs, callSite));
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    add(
        "rank " + rank,
        "%s %d..%d waited %d peer %d communicator %d bytes %d at %d"
            .formatted(code, startPs, endPs, waitPs, peer, communicator, bytes, callSite));
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    add(
        "to " + destination,
        "from %d tag %d bytes %d sent %d posted %d there %d"
            .formatted(source, tag, bytes, sendPs, receivePs, arrivePs));
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    add(
        "to " + destination,
        "step from %d bytes %d sent %d posted %d there %d"
            .formatted(source, bytes, sendPs, receivePs, arrivePs));
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    add(
        "to " + destination,
        "by itself from %d variable %d bytes %d sent %d there %d"
            .formatted(source, variable, bytes, sendPs, arrivePs));
  }

  @Override
  public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
    if (endPs > startPs) {
      add(resource + " " + index, "%d bytes %d..%d".formatted(bytes, startPs, endPs));
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    add("rank " + rank, "%s %d at %d".formatted(begin ? "begin" : "end", marker, timePs));
  }

  @Override
  public void finished(int rank, long timePs) {
    add("rank " + rank, "finished %d".formatted(timePs));
  }
}
