package org.foretell.parsers.lowering;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How collectives of task graphs become messages. Immutable; used by any number of threads.
 *
 * <p>These are patterns of tasks, in which parts of a vector on several channels move independently
 * of each other; the schedules of MPI's collectives under the models are sequences of steps.
 */
public final class Lowering {
  /** Around a ring. */
  public static final Lowering RING = new Lowering("ring", 1, Ring::add);

  private static final Lowering TREE = new Lowering("tree", 1, Binomial::add);
  private static final Lowering HALVING_DOUBLING =
      new Lowering("halving-doubling", 1, HalvingDoubling::add);
  private static final Lowering DIRECT = new Lowering("direct", 1, Direct::add);
  private static final Pattern NCCL =
      Pattern.compile("nccl/g([1-9]\\d{0,4})(?:/c([1-9]\\d{0,2}))?(?:/b([1-9]\\d{0,4}))?");
  private static final int DEFAULT_CHANNELS = 2;
  private static final int MOST_CHANNELS = 64;
  private static final int DEFAULT_GIGABYTES_PER_SECOND = 100;

  private final String name;
  private final int channels;
  private final Algorithm algorithm;

  private Lowering(String name, int channels, Algorithm algorithm) {
    this.name = name;
    this.channels = channels;
    this.algorithm = algorithm;
  }

  /**
   * {@return the one of this name}
   *
   * @param name {@code ring}, {@code tree}, {@code halving-doubling}, {@code direct}, or {@code
   *     nccl/gN} for N GPUs in a node, which {@code /cN} for an even number of channels (2) and
   *     {@code /bN} for the bandwidth in GB/s by which protocols are chosen (100) may follow
   * @throws IllegalArgumentException with a message for the user, if there is none
   */
  public static Lowering parse(String name) {
    return switch (name) {
      case "ring" -> RING;
      case "tree" -> TREE;
      case "halving-doubling" -> HALVING_DOUBLING;
      case "direct" -> DIRECT;
      default -> nccl(name);
    };
  }

  private static Lowering nccl(String name) {
    Matcher parts = NCCL.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "lowering "
              + name
              + " is unknown; write ring, tree, halving-doubling, direct, or nccl/gN with the"
              + " number of GPUs in a node, such as nccl/g8");
    }
    int channels = number(parts.group(2), DEFAULT_CHANNELS);
    if (channels % 2 != 0 || channels > MOST_CHANNELS) {
      throw new IllegalArgumentException(
          "lowering "
              + name
              + ": expected an even number of channels (half of them for each of two trees), at"
              + " most "
              + MOST_CHANNELS
              + ", found "
              + channels);
    }
    int gpus = Integer.parseInt(parts.group(1));
    int bandwidth = number(parts.group(3), DEFAULT_GIGABYTES_PER_SECOND);
    Nccl nccl = new Nccl(gpus, channels, new NcclTuning(bandwidth));
    return new Lowering("nccl/g" + gpus + "/c" + channels + "/b" + bandwidth, channels, nccl);
  }

  private static int number(@Nullable String digits, int otherwise) {
    return digits == null ? otherwise : Integer.parseInt(digits);
  }

  /** {@return its name, with all numbers} */
  public String name() {
    return name;
  }

  /** {@return how many channels a collective uses, at least 1} */
  public int channels() {
    return channels;
  }

  /**
   * Adds the tasks of a member of a collective. Their number grows with the number of members.
   *
   * @param call as the member sees it
   * @param tasks gets the tasks
   * @throws ArithmeticException if a message has more than 2^63 - 1 bytes
   */
  public void add(CollectiveCall call, MemberTasks tasks) {
    if (call.members() > 1) {
      algorithm.add(call, tasks);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lowering that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
