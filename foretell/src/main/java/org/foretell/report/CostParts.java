package org.foretell.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.foretell.time.Quantity;

/**
 * A prediction and its parts. Each part is the growth of the prediction when one more cost is
 * counted, so the parts add up to it; a part can be negative, if a longer operation lets others be
 * on time.
 *
 * @param model name of the model
 * @param predictedPs the predicted time, picoseconds
 * @param partsPs the parts in the order of {@link Part}, picoseconds
 */
public record CostParts(String model, long predictedPs, List<Long> partsPs) {
  /** The parts of a prediction. */
  public enum Part {
    /** Computation, and the waiting that would remain on a network without any cost. */
    COMPUTATION("computation", "computationSeconds"),
    /** Collectives whose cost comes from a formula. */
    COLLECTIVES("collectives", "collectiveSeconds"),
    /** The cost of messages if they had no bytes. */
    LATENCY("latency", "latencySeconds"),
    /** The cost of the bytes of messages. */
    BANDWIDTH("bandwidth", "bandwidthSeconds"),
    /** Large messages waiting for their receiver. */
    PROTOCOL("protocol", "protocolSeconds"),
    /** Messages competing with each other for the network, CPUs and interfaces. */
    CONTENTION("contention", "contentionSeconds");

    private final String title;
    private final String key;

    Part(String title, String key) {
      this.title = title;
      this.key = key;
    }

    /** {@return the name for people} */
    public String title() {
      return title;
    }

    /** {@return the name in the JSON} */
    public String key() {
      return key;
    }
  }

  /** Copies the parts. */
  public CostParts {
    partsPs = List.copyOf(partsPs);
  }

  /**
   * {@return a part in picoseconds; may be negative}
   *
   * @param part which part
   */
  public long partPs(Part part) {
    return partsPs.get(part.ordinal());
  }

  /**
   * {@return one sentence: by how much this differs from another prediction, and which part
   * contributes most}
   *
   * @param other the prediction that is compared with
   */
  public String against(CostParts other) {
    long difference = predictedPs - other.predictedPs;
    if (difference == 0) {
      return model + " predicts the same time as " + other.model + ".";
    }
    StringBuilder text = new StringBuilder(model);
    text.append(" predicts ").append(Quantity.formatTime(Math.abs(difference)));
    text.append(
        String.format(
            Locale.US,
            " (%.1f%%) %s than %s: ",
            100.0 * Math.abs(difference) / Math.max(1, other.predictedPs),
            difference > 0 ? "more" : "less",
            other.model));
    List<Part> byWeight =
        Arrays.stream(Part.values())
            .filter(part -> partPs(part) != other.partPs(part))
            .sorted(Comparator.comparingLong(part -> -Math.abs(partPs(part) - other.partPs(part))))
            .toList();
    String separator = "";
    for (Part part : byWeight) {
      long more = partPs(part) - other.partPs(part);
      text.append(separator).append(part.title()).append(more > 0 ? " +" : " -");
      text.append(Quantity.formatTime(Math.abs(more)));
      separator = ", ";
    }
    return text.append('.').toString();
  }
}
