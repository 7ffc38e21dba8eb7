package org.foretell.models.noise;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.models.random.RankStreams;
import org.foretell.models.random.RankStreams.Purpose;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.RandomStream;

/**
 * The sources of variation between runs of a program: see {@code docs/stochastic.md}. Immutable;
 * the models that it creates are for one simulation each.
 *
 * @param compute factor of the duration of each burst, of mean 1; null for none
 * @param network delay of each message between nodes, picoseconds; null for none
 * @param interruptions of the cores; null for none
 * @param together whether all cores are interrupted at the same time
 */
public record Noise(
    @Nullable Variability compute,
    @Nullable Variability network,
    @Nullable NoiseTrace interruptions,
    boolean together) {
  /** No variation: all runs are equal. */
  public static final Noise NONE = new Noise(null, null, null, false);

  /**
   * {@return bursts with noise}
   *
   * @param calm the model without noise
   * @param ranks number of ranks
   * @param seed of the random numbers; equal seeds give equal times
   */
  public ComputeModel on(ComputeModel calm, int ranks, long seed) {
    if (compute == null && interruptions == null) {
      return calm;
    }
    RandomVariateGen[] factors =
        compute == null
            ? null
            : compute.generators(RankStreams.of(ranks, seed, Purpose.COMPUTE_NOISE));
    return new NoisyCompute(calm, factors, stolen(ranks, seed));
  }

  /**
   * {@return messages and collectives with noise}
   *
   * @param calm the model without noise
   * @param ranks number of ranks
   * @param seed of the random numbers; equal seeds give equal times
   */
  public CommunicationModel on(CommunicationModel calm, int ranks, long seed) {
    if (network == null && interruptions == null) {
      return calm;
    }
    MessageDelays delays =
        network == null
            ? null
            : new MessageDelays(network, RankStreams.of(ranks, seed, Purpose.NETWORK_NOISE));
    return new CommunicationModel(
        calm.name(),
        noisy(calm.mpi(), delays, stolen(ranks, seed)),
        delays == null ? calm.collectives() : delays.delayed(calm.collectives()),
        calm.expanded(),
        calm.calls());
  }

  private static MpiModel noisy(
      MpiModel calm, @Nullable MessageDelays delays, @Nullable StolenTime stolen) {
    if (calm instanceof QueuedOccupancyModel queued) {
      return new NoisyInterfaces(queued, delays, stolen);
    }
    if (calm instanceof OccupancyModel occupancy) {
      return new NoisyOccupancy(occupancy, delays, stolen);
    }
    if (delays == null) {
      return calm;
    }
    if (calm instanceof DirectModel direct) {
      return new DelayedDirect(direct, delays);
    }
    if (calm instanceof FlowModel flows) {
      return new DelayedFlows(flows, delays);
    }
    return new DelayedBusLinks((BusLinkModel) calm, delays);
  }

  private @Nullable StolenTime stolen(int ranks, long seed) {
    if (interruptions == null) {
      return null;
    }
    RandomStream[] streams = RankStreams.of(ranks, seed, Purpose.NOISE_OFFSET);
    return new StolenTime(interruptions, streams, together);
  }

  /** {@return each kind of noise with its description, for the report} */
  public Map<String, String> described() {
    Map<String, String> described = new LinkedHashMap<>();
    if (compute != null) {
      described.put("computeNoise", compute.factorText());
    }
    if (network != null) {
      described.put("networkNoise", network.delayText());
    }
    if (interruptions != null) {
      described.put(
          "interruptions",
          String.format(
              Locale.US,
              "%d recorded, %.3g%% of the time%s",
              interruptions.size(),
              100 * interruptions.share(),
              together ? ", at the same time on all cores" : ""));
    }
    return described;
  }
}
