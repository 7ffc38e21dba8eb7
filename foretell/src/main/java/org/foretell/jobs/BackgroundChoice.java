package org.foretell.jobs;

import java.util.Locale;
import java.util.OptionalInt;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.time.Ps;
import org.foretell.trace.jobs.BackgroundTraffic;
import org.foretell.trace.jobs.BackgroundTraffic.Pattern;

/**
 * Traffic of others, as {@code --background} takes it: {@code uniform:30%}, {@code
 * permutation:50%:16}, {@code incast:10%:16}.
 *
 * @param pattern who writes to whom
 * @param share of the bandwidth of a node's interfaces that its rank offers, above 0, at most 1
 * @param nodes on which there is a rank each; empty for as many as all programs have together
 */
public record BackgroundChoice(Pattern pattern, double share, OptionalInt nodes) {
  /** Bytes of each message. */
  public static final long MESSAGE_BYTES = 1 << 16;

  /** How many times as long as the jobs alone, one after the other, the traffic goes on at most. */
  private static final int MOST_TIMES = 100;

  /** Checks the share. */
  public BackgroundChoice {
    if (!(share > 0) || share > 1) {
      throw ForetellException.usage(
          "the share of background traffic must be above 0% and at most 100%, but is "
              + share * 100
              + "%");
    }
    if (nodes.isPresent() && nodes.getAsInt() < 2) {
      throw ForetellException.usage("background traffic needs 2 nodes or more");
    }
  }

  /**
   * {@return what a text asks for}
   *
   * @param text pattern, share in percent and, if wanted, number of nodes, with colons between
   * @throws ForetellException if it asks for something else
   */
  public static BackgroundChoice parse(String text) {
    String[] parts = text.split(":", -1);
    if ((parts.length == 2 || parts.length == 3) && parts[1].endsWith("%")) {
      try {
        Pattern pattern = Pattern.valueOf(parts[0].toUpperCase(Locale.ROOT));
        double share = Double.parseDouble(parts[1].substring(0, parts[1].length() - 1)) / 100;
        OptionalInt nodes =
            parts.length == 3 ? OptionalInt.of(Integer.parseInt(parts[2])) : OptionalInt.empty();
        return new BackgroundChoice(pattern, share, nodes);
      } catch (NumberFormatException e) {
        // Said below, as for any other text.
      } catch (IllegalArgumentException unknownPattern) {
        // Likewise.
      }
    }
    throw ForetellException.usage(
        "background traffic \""
            + text
            + "\" is unknown; write uniform, permutation or incast, a colon and a share of the"
            + " bandwidth of a node's interfaces, like uniform:30%, and perhaps a number of nodes,"
            + " like uniform:30%:16");
  }

  /** The form that {@link #parse} takes. */
  public String text() {
    return "%s:%s%%%s"
        .formatted(
            pattern.text(),
            Double.toString(share * 100).replaceAll("\\.0$", ""),
            nodes.isPresent() ? ":" + nodes.getAsInt() : "");
  }

  /**
   * The traffic.
   *
   * @param ranks how many, each on a node
   * @param node one of those
   * @param jobsPs how long all jobs take, one after the other
   */
  public BackgroundTraffic on(Machine machine, int ranks, int node, long jobsPs, long seed) {
    double bytesPerSecond =
        machine.buses().speed().bytesPerSecond() * machine.groupOf(node).nics() * share;
    if (Double.isInfinite(bytesPerSecond)) {
      throw ForetellException.usage(
          "background traffic has no rate: the network of machine "
              + machine.name()
              + " has unlimited bandwidth");
    }
    long periodPs = Math.max(1, Math.round(MESSAGE_BYTES / bytesPerSecond * Ps.PER_SECOND));
    long most = BackgroundTraffic.UNDER_WAY + Ps.scale(jobsPs, MOST_TIMES) / periodPs;
    return new BackgroundTraffic(pattern, ranks, MESSAGE_BYTES, periodPs, most, seed);
  }
}
