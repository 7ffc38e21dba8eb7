package org.foretell.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.foretell.time.Quantity;

/**
 * A prediction and the parts it is made of. Each part is what the prediction grows by when one more
 * cost counts, so that they add up; one can be negative, when what takes longer lets others be in
 * time.
 *
 * @param model name of the model
 * @param predictedPs the predicted time, picoseconds
 * @param partsPs the parts in the order of {@link Part}, picoseconds
 */
public record CostParts(String model, long predictedPs, List<Long> partsPs) {
  /** What a prediction is made of. */
  public enum Part {
    /** Computation, and waiting that would remain on a network that costs nothing. */
    COMPUTATION("computation", "computationSeconds"),
    /** Collectives that go by formula. */
    COLLECTIVES("collectives", "collectiveSeconds"),
    /** What messages of no bytes would take. */
    LATENCY("latency", "latencySeconds"),
    /** What their bytes take. */
    BANDWIDTH("bandwidth", "bandwidthSeconds"),
    /** That large messages wait for their receiver. */
    PROTOCOL("protocol", "protocolSeconds"),
    /** That messages hinder each other, and keep CPUs and interfaces busy. */
    CONTENTION("contention", "contentionSeconds");

    private final String title;
    private final String key;

    Part(String title, String key) {
      this.title = title;
      this.key = key;
    }

    /** {@return a word for people} */
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
   * {@return one of the parts, picoseconds; may be negative}
   *
   * @param part what it is made of
   */
  public long partPs(Part part) {
    return partsPs.get(part.ordinal());
  }

  /**
   * {@return one sentence: by how much this differs from another one, and mostly by what}
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
