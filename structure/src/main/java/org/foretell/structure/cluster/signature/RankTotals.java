package org.foretell.structure.cluster.signature;

import java.util.List;
import org.foretell.structure.cluster.values.Executions;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Sums over what a rank does, from which the means of its signatures follow. Not thread safe. */
final class RankTotals {
  private static final int LOOP_LEVELS = 4;
  private static final int LOOP_BITS = 16;

  /** Bits of kinds of operation and of communicator; those of families of ops begin at 0. */
  private static final int COMMUTATIVE = 32;

  private static final int NOT_COMMUTATIVE = 33;
  private static final int OTHER = 54;
  private static final int SELF = 55;
  private static final int WORLD = 56;

  private final int rank;
  private final int ranks;
  private final CommunicatorKinds communicators;
  private final List<ParameterFunction> functions;
  private final List<Long> histogramMeansPs;

  private final WideSum bytes = new WideSum();
  private final WideSum sources = new WideSum();
  private final WideSum destinations = new WideSum();
  private final WideSum keys = new WideSum();
  private final WideSum colors = new WideSum();
  private final WideSum tags = new WideSum();
  private final WideSum computationPs = new WideSum();
  private WideSum communicationPs = new WideSum();
  private final WideSum[] loops = new WideSum[LOOP_LEVELS];
  private long events;
  private long kinds;

  /** The means of histograms may still be added when ops are not yet. */
  RankTotals(
      int rank,
      int ranks,
      CommunicatorKinds communicators,
      List<ParameterFunction> functions,
      List<Long> histogramMeansPs) {
    this.rank = rank;
    this.ranks = ranks;
    this.communicators = communicators;
    this.functions = functions;
    this.histogramMeansPs = histogramMeansPs;
    for (int i = 0; i < LOOP_LEVELS; i++) {
      loops[i] = new WideSum();
    }
  }

  /** Adds executions of an op; which of its cyclic values they take follows from their number. */
  void add(OpView op, List<Variation> variations, RankSet program, long times) {
    if (times == 0) {
      return;
    }
    OpCode code = op.code();
    if (code.family() == OpCode.Family.COMPUTE) {
      addComputation(op, variations, program, times);
      return;
    }
    events = Executions.plus(events, times);
    if (!moves(code)) {
      return;
    }
    kinds |= kind(op, variations, program);
    addBytes(op, variations, program, times);
    if (code == OpCode.COMM_SPLIT) {
      parameter(op, variations, program, OpField.KEY, times, keys);
      parameter(op, variations, program, OpField.COLOR, times, colors);
    }
    if (code.has(OpField.PEER)) {
      partner(
          op, variations, program, OpField.PEER, times, receives(code) ? sources : destinations);
    }
    if (code.has(OpField.RECEIVE_PEER)) {
      partner(op, variations, program, OpField.RECEIVE_PEER, times, sources);
    }
    boolean message =
        code.family() == OpCode.Family.POINT_TO_POINT || code.family() == OpCode.Family.PERSISTENT;
    if (message && code.has(OpField.TAG)) {
      parameter(op, variations, program, OpField.TAG, times, tags);
    }
  }

  /** A burst that is drawn from a histogram counts with the histogram's mean. */
  private void addComputation(OpView op, List<Variation> variations, RankSet program, long times) {
    long histogram =
        op.code().has(OpField.HISTOGRAM)
            ? constant(op, variations, program, OpField.HISTOGRAM)
            : OpView.NONE;
    if (histogram < 0) {
      each(op, variations, program, OpField.DURATION_PS, times, computationPs::add);
    } else {
      computationPs.add(histogramMeansPs.get((int) histogram), times);
    }
  }

  private static boolean moves(OpCode code) {
    return switch (code.family()) {
      case COMPUTE, MARKER, LOCAL, COMPLETION -> false;
      case POINT_TO_POINT, PERSISTENT, COLLECTIVE, COMMUNICATOR, RMA, FILE, SHMEM -> true;
    };
  }

  /** Whether the peer of an op is one that it receives from. */
  static boolean receives(OpCode code) {
    return switch (code) {
      case RECV, IRECV, RECV_INIT, PROBE, IPROBE -> true;
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND, SENDRECV -> false;
      case SENDRECV_REPLACE, SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, START -> false;
      case STARTALL, REQUEST_FREE -> false;
      // Of POINT_TO_POINT and PERSISTENT all are listed: no other op receives from its peer.
      default -> false;
    };
  }

  private long kind(OpView op, List<Variation> variations, RankSet program) {
    OpCode code = op.code();
    long bits = 1L << code.family().ordinal();
    if (code.has(OpField.COMMUNICATOR)) {
      int communicator = (int) constant(op, variations, program, OpField.COMMUNICATOR);
      long kind = communicators.kind(communicator);
      bits |= 1L << (kind == 0 ? WORLD : kind == 1 ? SELF : OTHER);
    }
    if (code.isCollective() && code.has(OpField.FLAGS)) {
      boolean commutes =
          (constant(op, variations, program, OpField.FLAGS) & OpCode.REDUCTION_NOT_COMMUTATIVE)
              == 0;
      bits |= 1L << (commutes ? COMMUTATIVE : NOT_COMMUTATIVE);
    }
    return bits;
  }

  /** The value of a rank in its first execution. */
  long constant(OpView op, List<Variation> variations, RankSet program, OpField field) {
    for (Variation variation : variations) {
      if (variation.field() == field) {
        Values own = Executions.of(variation.values(), program, rank);
        return own instanceof Values.Constant constant
            ? constant.value()
            : own instanceof Values.Cyclic cyclic ? cyclic.values()[0] : op.get(field);
      }
    }
    return op.get(field);
  }

  private void addBytes(OpView op, List<Variation> variations, RankSet program, long times) {
    OpCode code = op.code();
    OpField list = OpField.SEND_BYTES_BY_RANK;
    if (code.has(list) && op.listLength(list) > 0) {
      sums(op, variations, program, list, times);
    } else if (code.has(OpField.BYTES)) {
      parameter(op, variations, program, OpField.BYTES, times, bytes);
    } else if (code.has(OpField.RECEIVE_BYTES)) {
      parameter(op, variations, program, OpField.RECEIVE_BYTES, times, bytes);
    }
  }

  private void sums(
      OpView op, List<Variation> variations, RankSet program, OpField list, long times) {
    int width = op.listLength(list);
    for (Variation variation : variations) {
      if (variation.field() == list) {
        Values own = Executions.of(variation.values(), width, program, rank);
        if (own instanceof Values.Constant only) {
          bytes.add(only.value(), times);
          return;
        }
        if (own instanceof Values.Cyclic cyclic) {
          long[] byPeriod = new long[cyclic.values().length / width];
          java.util.Arrays.setAll(byPeriod, i -> sum(cyclic.values(), i * width, width));
          Executions.each(new Values.Cyclic(byPeriod), times, bytes::add);
          return;
        }
      }
    }
    bytes.add(op.listSum(list), times);
  }

  private static long sum(long[] values, int from, int length) {
    long sum = 0;
    for (int i = from; i < from + length; i++) {
      sum += values[i];
    }
    return sum;
  }

  /** Adds what is not a sentinel, and not computed by a function. */
  private void parameter(
      OpView op,
      List<Variation> variations,
      RankSet program,
      OpField field,
      long times,
      WideSum into) {
    if (!isComputed(op, field)) {
      boolean signed = field == OpField.KEY;
      each(
          op,
          variations,
          program,
          field,
          times,
          (value, often) -> {
            if (signed || value >= 0) {
              into.add(value, often);
            }
          });
    }
  }

  private boolean isComputed(OpView op, OpField field) {
    return FunctionCheck.computing(functions, op, field, ranks) != null;
  }

  private void partner(
      OpView op,
      List<Variation> variations,
      RankSet program,
      OpField field,
      long times,
      WideSum into) {
    if (isComputed(op, field)) {
      return;
    }
    boolean relative =
        EventNames.variation(variations, field).map(Variation::relative).orElse(false);
    int communicator = (int) constant(op, variations, program, OpField.COMMUNICATOR);
    each(
        op,
        variations,
        program,
        field,
        times,
        (value, often) -> {
          long partner = relative ? Math.floorMod(value + rank, (long) ranks) : value;
          if (partner >= 0) {
            long world = communicators.world(communicator, partner);
            into.add(Math.floorMod(world - rank, (long) ranks), often);
          }
        });
  }

  private void each(
      OpView op,
      List<Variation> variations,
      RankSet program,
      OpField field,
      long times,
      Executions.Taker taker) {
    for (Variation variation : variations) {
      if (variation.field() == field) {
        if (!(variation.values() instanceof Values.Column)) {
          Executions.each(Executions.of(variation.values(), program, rank), times, taker);
        }
        return;
      }
    }
    taker.take(op.get(field), times);
  }

  /** Adds a loop that is entered a number of times; level 0 contains no other. */
  void loop(int level, long iterations, long entries) {
    WideSum sum = loops[Math.min(level, LOOP_LEVELS - 1)];
    // The count of this sum is that of entries.
    sum.add(0, entries);
    sum.addUncounted(iterations);
  }

  /** Adds durations of the rank's column; those below 0 say that there is no burst. */
  void durations(long[] durationsPs, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (durationsPs[i] > 0) {
        computationPs.add(durationsPs[i], 1);
      }
    }
  }

  /** Adds recorded times of calls. */
  void callTimes(long[] timesPs, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      communicationPs.add(timesPs[i], 1);
    }
  }

  /** Takes loops and recorded times from another count of the same rank. */
  void takeLoopsAndTimes(RankTotals other) {
    System.arraycopy(other.loops, 0, loops, 0, LOOP_LEVELS);
    communicationPs = other.communicationPs;
  }

  /** All computation, picoseconds. */
  long computationPs() {
    return computationPs.dividedBy(1);
  }

  long events() {
    return events;
  }

  /** Everything but the call path. */
  long value(Signature signature) {
    return switch (signature) {
      case CALL_PATH -> throw new IllegalArgumentException("not a sum");
      case COUNT -> bytes.mean();
      case SRC -> sources.mean();
      case DEST -> destinations.mean();
      case KEY -> keys.mean();
      case COLOR -> colors.mean();
      case TAG -> tags.mean();
      case COMPUTATION -> computationPs.dividedBy(events);
      case COMMUNICATION -> communicationPs.dividedBy(events);
      case LOOP -> packedLoops();
      case DATA_OPERATION_COMMUNICATOR -> kinds;
    };
  }

  private long packedLoops() {
    long packed = 0;
    for (int level = 0; level < LOOP_LEVELS; level++) {
      long mean = Math.min(loops[level].mean(), (1 << LOOP_BITS) - 1);
      packed |= mean << (LOOP_BITS * level);
    }
    return packed;
  }
}
