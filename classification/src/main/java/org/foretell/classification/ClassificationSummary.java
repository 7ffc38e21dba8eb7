package org.foretell.classification;

import java.util.List;
import java.util.Optional;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.trace.OpCode;

/**
 * The number of messages, calls of collectives and updates of each class, and their call sites.
 * Immutable.
 *
 * @param classes those that occur, by kind, the normal class first
 * @param pairs by kind and call sites, those with most abnormal messages first
 * @param unclassified messages whose calls could not be joined, calls of collectives without a
 *     matching benchmark, and updates of the same sort
 */
public record ClassificationSummary(List<OfClass> classes, List<OfPair> pairs, long unclassified) {
  /** Copies the lists. */
  public ClassificationSummary {
    classes = List.copyOf(classes);
    pairs = List.copyOf(pairs);
  }

  /**
   * A class.
   *
   * @param kind of communication
   * @param label the class
   * @param count how many
   * @param confidence mean of how sure they are, 0 to 1
   */
  public record OfClass(
      CommunicationKind kind, CommunicationClass label, long count, double confidence) {}

  /**
   * The messages from one call site to another, or the collectives at one call site.
   *
   * @param kind of communication
   * @param code which collective; empty for messages and updates
   * @param sender call site that sends, posts the send or updates, or {@link
   *     org.foretell.trace.OpView#NONE}; for a collective the calling site
   * @param receiver call site that receives, posts the receive or waits for the update, or {@link
   *     org.foretell.trace.OpView#NONE}
   * @param counts for each class of the kind, in the order of {@link CommunicationClass#of}
   * @param confidences for each class the mean confidence of its members, 0 to 1; 0 without members
   */
  public record OfPair(
      CommunicationKind kind,
      Optional<OpCode> code,
      int sender,
      int receiver,
      List<Long> counts,
      List<Double> confidences) {
    /** Copies the lists. */
    public OfPair {
      counts = List.copyOf(counts);
      confidences = List.copyOf(confidences);
    }

    /** {@return the mean confidence of all of them, 0 to 1; 0 without members} */
    public double confidence() {
      double sum = 0;
      for (int i = 0; i < counts.size(); i++) {
        sum += counts.get(i) * confidences.get(i);
      }
      return total() == 0 ? 0 : sum / total();
    }

    /** {@return the total of all classes} */
    public long total() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** {@return the number that are not normal} */
    public long abnormal() {
      return total() - counts.get(0);
    }
  }

  /**
   * {@return the total of a kind}
   *
   * @param kind of communication
   */
  public long total(CommunicationKind kind) {
    return classes.stream().filter(each -> each.kind() == kind).mapToLong(OfClass::count).sum();
  }
}
