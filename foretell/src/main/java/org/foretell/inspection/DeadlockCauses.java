package org.foretell.inspection;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterRole;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;

/**
 * What may have stopped a replay other than the program: sends that wait for their receives on the
 * machine and did not when the program was traced, and calls of several threads in one sequence.
 */
public final class DeadlockCauses {
  /** Traces with more ops are not replayed again: nobody waits for more than some seconds. */
  private static final long MOST_OPS = 20_000_000;

  /** The maximum number of different sizes of messages. */
  private static final int MOST_SIZES = 1 << 16;

  private DeadlockCauses() {}

  /**
   * A sentence for each.
   *
   * @param trace whose replay ended in a deadlock
   * @param provider of the model under which it did
   */
  public static List<String> of(TraceSource trace, ModelProvider provider) {
    List<String> causes = new ArrayList<>();
    if (trace.info().hasSeveralThreads()) {
      causes.add(
          "the deadlock may come from the replay, not from the program: ranks of this trace made"
              + " calls from several threads, which the trace merges into one sequence, so a call"
              + " that blocks one thread blocks all; trace a run in which one thread makes the"
              + " calls");
    }
    leastEagerBytes(trace).ifPresent(bytes -> causes.add(threshold(bytes, provider)));
    return causes;
  }

  private static String threshold(long bytes, ModelProvider provider) {
    String parameter =
        provider.parameters().stream()
            .filter(one -> one.role() == ParameterRole.PROTOCOL_THRESHOLD)
            .findFirst()
            .map(one -> "-P " + one.name() + "=" + bytes + "B, or ")
            .orElse("");
    return String.format(
        Locale.US,
        "the program continues if sends of up to %,d bytes return before their receives: %s--set"
            + " eagerThreshold=%dB; if the traced run did not stop, its MPI library sent them"
            + " eagerly",
        bytes,
        parameter,
        bytes);
  }

  /**
   * The least size up to which standard sends must be eager for the program to finish; empty if it
   * finishes in any case, or in none.
   */
  private static OptionalLong leastEagerBytes(TraceSource trace) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)
        || trace.operations().orElse(Long.MAX_VALUE) > MOST_OPS) {
      return OptionalLong.empty();
    }
    Sizes sizes = new Sizes();
    if (!ends(trace, Long.MAX_VALUE, sizes) || ends(trace, TraceCheck.NO_BUFFERS, new Sizes())) {
      return OptionalLong.empty();
    }
    long[] sorted = sizes.seen.toLongArray();
    Arrays.sort(sorted);
    int least = 0;
    int most = sorted.length - 1;
    while (least < most) {
      int middle = (least + most) / 2;
      if (ends(trace, sorted[middle], new Sizes())) {
        most = middle;
      } else {
        least = middle + 1;
      }
    }
    return least < sorted.length && ends(trace, sorted[least], new Sizes())
        ? OptionalLong.of(sorted[least])
        : OptionalLong.empty();
  }

  private static boolean ends(TraceSource trace, long eagerBytes, Sizes sizes) {
    return TraceCheck.replay(trace, eagerBytes, sizes).build().run().outcome()
        == Prediction.Outcome.COMPLETED;
  }

  /** The sizes of messages. */
  private static final class Sizes implements SimObserver {
    private final LongSet seen = new LongOpenHashSet();

    @Override
    public void message(
        int source,
        int destination,
        int tag,
        long bytes,
        long sendPs,
        long receivePs,
        long arrivePs) {
      if (seen.size() < MOST_SIZES) {
        seen.add(bytes);
      }
    }
  }
}
