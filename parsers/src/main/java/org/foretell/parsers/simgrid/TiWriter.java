package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.plain.PlainCalls;
import org.foretell.parsers.plain.PlainMessage;
import org.foretell.parsers.plain.PlainRequest;
import org.foretell.parsers.plain.PlainTarget;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Writes a trace as one file of SimGrid's time-independent traces, which its replay and {@link
 * SimGridTiReader} read: all lines of rank 0, then those of rank 1, and so on. Sizes are in
 * elements of MPI_BYTE, the default after {@code init}.
 *
 * <p>The format has no communicators: messages on other ones than the world are matched by sender
 * and tag alone, and collectives on them are refused.
 */
final class TiWriter {
  private static final String NAME = "SimGrid's format of time-independent traces";
  private static final int ANY_TAG = -444;
  private static final int ANY_SOURCE = -555;
  private static final int PROC_NULL = -666;

  /** Ids of datatypes by size, from SimGrid's table; byte is the default and has none. */
  private static final Map<Long, Integer> ID_BY_BYTES =
      Map.of(1L, 6, 2L, 3, 4L, 1, 8L, 0, 16L, 26, 32L, 27);

  /** Of a wait for a non-blocking collective, as SimGrid's tracer has it: no tag of a program. */
  private static final int INTERNAL_TAG = -1;

  private TiWriter() {}

  /**
   * Writes the lines of all ranks.
   *
   * @param flopsPerSecond base speed, which makes durations amounts of flop
   */
  static List<Loss> write(TraceSource source, Writer out, double flopsPerSecond)
      throws IOException {
    Losses losses = new Losses();
    Lines lines = new Lines(source.info().ranks(), out, flopsPerSecond, losses);
    new PlainCalls(NAME, source).walk(lines, losses);
    return losses.list();
  }

  /** Writes a line, or some, for each call. */
  private static final class Lines implements PlainTarget {
    private final int ranks;
    private final Writer out;
    private final BigDecimal flopsPerPs;
    private final Losses losses;
    private final StringBuilder line = new StringBuilder();
    private int rank;
    private boolean initialized;
    private boolean finalized;

    Lines(int ranks, Writer out, double flopsPerSecond, Losses losses) {
      this.ranks = ranks;
      this.out = out;
      this.flopsPerPs = BigDecimal.valueOf(flopsPerSecond).scaleByPowerOfTen(-12);
      this.losses = losses;
    }

    @Override
    public Set<Detail> details() {
      return Set.of(Detail.WILDCARDS);
    }

    @Override
    public void begin(int newRank) {
      rank = newRank;
      initialized = false;
      finalized = false;
    }

    @Override
    public void end() throws IOException {
      if (!finalized) {
        action(TiAction.FINALIZE);
        endLine();
      }
    }

    /** Begins a line; SimGrid wants an init before anything else. */
    private StringBuilder action(TiAction action) {
      if (!initialized && action != TiAction.INIT) {
        line.append(rank).append(" init\n");
        initialized = true;
      }
      return line.append(rank).append(' ').append(action.text());
    }

    private void endLine() throws IOException {
      out.append(line.append('\n'));
      line.setLength(0);
    }

    @Override
    public void burst(long durationPs) throws IOException {
      BigDecimal flops = BigDecimal.valueOf(durationPs).multiply(flopsPerPs);
      action(TiAction.COMPUTE).append(' ').append(plain(flops));
      endLine();
    }

    @Override
    public void elapse(long durationPs, String callSite) throws IOException {
      action(TiAction.SLEEP).append(' ').append(plain(BigDecimal.valueOf(durationPs, 12)));
      endLine();
    }

    private static String plain(BigDecimal number) {
      return number.stripTrailingZeros().toPlainString();
    }

    @Override
    public void local(OpCode code) throws IOException {
      if (code == OpCode.INIT ? !initialized : !finalized) {
        action(code == OpCode.INIT ? TiAction.INIT : TiAction.FINALIZE);
        endLine();
      }
      initialized = true;
      finalized |= code == OpCode.FINALIZE;
    }

    @Override
    public void event(long type, long value) {
      losses.add("events", "the format has no place for them");
    }

    @Override
    public void send(OpCode code, PlainMessage message) throws IOException {
      if (code == OpCode.RSEND || code == OpCode.IRSEND) {
        losses.add("marks of sends whose receiver is ready", "they are sends");
      }
      action(
          switch (code) {
            case SSEND -> TiAction.SSEND;
            case ISSEND -> TiAction.ISSEND;
            case BSEND -> TiAction.BSEND;
            case IBSEND -> TiAction.IBSEND;
            case ISEND, IRSEND -> TiAction.ISEND;
            // Any other op that sends blocks until the buffer is free.
            default -> TiAction.SEND;
          });
      message(message, Math.max(0, message.bytes()));
    }

    @Override
    public void receive(OpCode code, PlainMessage message) throws IOException {
      action(code == OpCode.RECV ? TiAction.RECV : TiAction.IRECV);
      message(message, message.bytes());
    }

    private void message(PlainMessage message, long bytes) throws IOException {
      if (!isWorld(message.communicator())) {
        losses.add(
            "communicators of messages", "messages are matched by sender, receiver and tag alone");
      }
      line.append(' ').append(peer(message)).append(' ').append(tag(message));
      line.append(' ').append(bytes);
      endLine();
    }

    private static int peer(PlainMessage message) {
      return switch (message.peer()) {
        case OpView.ANY -> ANY_SOURCE;
        case OpView.PROC_NULL -> PROC_NULL;
        default -> message.peer();
      };
    }

    private static int tag(PlainMessage message) {
      return message.tag() == OpView.ANY ? ANY_TAG : message.tag();
    }

    private boolean isWorld(int[] communicator) {
      for (int i = 0; i < communicator.length; i++) {
        if (communicator[i] != i) {
          return false;
        }
      }
      return communicator.length == ranks;
    }

    @Override
    public void complete(List<PlainRequest> requests, boolean all) throws IOException {
      if (all && requests.size() > 1) {
        action(TiAction.WAITALL).append(' ').append(requests.size());
        endLine();
        return;
      }
      for (PlainRequest request : requests) {
        wait(TiAction.WAIT, request);
      }
    }

    @Override
    public void test(PlainRequest request) throws IOException {
      wait(TiAction.TEST, request);
    }

    /** Source, destination and tag. */
    private void wait(TiAction action, PlainRequest request) throws IOException {
      action(action).append(' ');
      if (request.message() == null) {
        line.append(rank).append(' ').append(rank).append(' ').append(INTERNAL_TAG);
      } else {
        PlainMessage message = request.message();
        if (request.isReceive()) {
          line.append(peer(message)).append(' ').append(rank);
        } else {
          line.append(rank).append(' ').append(peer(message));
        }
        line.append(' ').append(tag(message));
      }
      endLine();
    }

    @Override
    public void collective(OpView op, int[] communicator, int own) throws IOException {
      if (!isWorld(communicator)) {
        throw new TraceException(
            NAME
                + " cannot hold this trace: rank "
                + rank
                + ": "
                + op
                + " is on a communicator of "
                + communicator.length
                + " ranks, and collectives are always on all of them; convert it to .bin, to text"
                + " or to .dim instead");
      }
      OpCode code = op.code();
      if (code.isNonBlockingCollective()) {
        losses.add(
            "non-blocking collectives, for SimGrid",
            "its tracer writes them as they stand here, but its replay refuses them");
      }
      long bytes = op.bytes();
      switch (code.blockingForm()) {
        case BARRIER -> action(code, "");
        case BCAST -> action(code, " " + bytes + " " + op.root());
        case REDUCE -> action(code, reduction(op) + " 0 " + op.root() + type(op, bytes));
        case ALLREDUCE, SCAN, EXSCAN -> action(code, reduction(op) + " 0" + type(op, bytes));
        case REDUCE_SCATTER -> {
          action(code, "");
          long size = elementBytes(op, op.listSum(OpField.RECEIVE_BYTES_BY_RANK));
          counts(op, OpField.RECEIVE_BYTES_BY_RANK, size);
          line.append(" 0").append(type(size));
        }
        case REDUCE_SCATTER_BLOCK -> {
          action(code, "");
          long block = op.receiveBytes();
          long size = elementBytes(op, block);
          line.append((" " + block / size).repeat(ranks)).append(" 0").append(type(size));
        }
        case ALLTOALL, ALLGATHER -> action(code, " " + bytes + " " + op.receiveBytes());
        case GATHER, SCATTER ->
            action(code, " " + bytes + " " + op.receiveBytes() + " " + op.root());
        case ALLTOALLV, ALLTOALLW -> {
          if (code.blockingForm() == OpCode.ALLTOALLW) {
            losses.add("datatypes of each partner of an alltoallw", "it is an alltoallv in bytes");
          }
          action(code, " " + op.listSum(OpField.SEND_BYTES_BY_RANK));
          counts(op, OpField.SEND_BYTES_BY_RANK, 1);
          line.append(' ').append(op.listSum(OpField.RECEIVE_BYTES_BY_RANK));
          counts(op, OpField.RECEIVE_BYTES_BY_RANK, 1);
        }
        case GATHERV -> {
          action(code, " " + bytes);
          counts(op, OpField.RECEIVE_BYTES_BY_RANK, 1);
          line.append(' ').append(op.root());
        }
        case ALLGATHERV -> {
          action(code, " " + bytes);
          counts(op, OpField.RECEIVE_BYTES_BY_RANK, 1);
        }
        case SCATTERV -> {
          action(code, "");
          counts(op, OpField.SEND_BYTES_BY_RANK, 1);
          line.append(' ').append(op.receiveBytes()).append(' ').append(op.root());
        }
        // Any other op is none of MPI's collectives.
        default -> throw new IllegalArgumentException("no collective of MPI: " + op);
      }
      endLine();
    }

    private void action(OpCode code, String arguments) {
      TiAction action = TiAction.of(code);
      action(action).append(arguments);
    }

    /** Elements of a reduction. */
    private static String reduction(OpView op) {
      return " " + op.bytes() / elementBytes(op, op.bytes());
    }

    private static String type(OpView op, long bytes) {
      return type(elementBytes(op, bytes));
    }

    private static String type(long elementBytes) {
      return elementBytes == 1 ? "" : " " + ID_BY_BYTES.get(elementBytes);
    }

    /** Size of an element of a reduction, as far as there is a datatype for it; else 1. */
    private static long elementBytes(OpView op, long bytes) {
      long count = op.get(OpField.COUNT);
      long size = count > 0 && bytes % count == 0 ? bytes / count : 1;
      return ID_BY_BYTES.containsKey(size) ? size : 1;
    }

    /** A count for each rank; of a total equal shares, and the first rank what is left. */
    private void counts(OpView op, OpField field, long elementBytes) {
      int length = op.listLength(field);
      if (length == ranks) {
        for (int i = 0; i < ranks; i++) {
          line.append(' ').append(op.listElement(field, i) / elementBytes);
        }
        return;
      }
      long total = op.listSum(field) / elementBytes;
      if (total > 0) {
        losses.add(
            "collectives with totals instead of sizes by rank", "all ranks have equal shares");
      }
      for (int i = 0; i < ranks; i++) {
        line.append(' ').append(total / ranks + (i == 0 ? total % ranks : 0));
      }
    }
  }
}
