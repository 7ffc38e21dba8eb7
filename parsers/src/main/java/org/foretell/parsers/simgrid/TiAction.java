package org.foretell.parsers.simgrid;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The actions that can be replayed: all that SimGrid's own replay knows, and those that only its
 * tracer knows and whose line says enough.
 */
enum TiAction {
  INIT("init", Shape.INIT, OpCode.INIT),
  FINALIZE("finalize", Shape.FINALIZE, OpCode.FINALIZE),
  COMPUTE("compute", Shape.COMPUTE, OpCode.COMPUTE),
  SLEEP("sleep", Shape.SLEEP, OpCode.ELAPSE),
  LOCATION("location", Shape.LOCATION, OpCode.ELAPSE),
  SEND("send", Shape.SEND, OpCode.SEND),
  ISEND("isend", Shape.SEND, OpCode.ISEND),
  SSEND("Ssend", Shape.SEND, OpCode.SSEND),
  ISSEND("ISsend", Shape.SEND, OpCode.ISSEND),
  BSEND("bsend", Shape.SEND, OpCode.BSEND),
  IBSEND("ibsend", Shape.SEND, OpCode.IBSEND),
  RECV("recv", Shape.RECEIVE, OpCode.RECV),
  IRECV("irecv", Shape.RECEIVE, OpCode.IRECV),
  SENDRECV("sendRecv", Shape.SENDRECV, OpCode.SENDRECV),
  WAIT("wait", Shape.WAIT, OpCode.WAIT),
  TEST("test", Shape.TEST, OpCode.TEST),
  WAITALL("waitall", Shape.WAITALL, OpCode.WAITALL),
  BARRIER("barrier", Shape.BARRIER, OpCode.BARRIER),
  BCAST("bcast", Shape.BCAST, OpCode.BCAST),
  REDUCE("reduce", Shape.REDUCE, OpCode.REDUCE),
  ALLREDUCE("allreduce", Shape.ALLREDUCE, OpCode.ALLREDUCE),
  REDUCESCATTER("reducescatter", Shape.REDUCE_SCATTER, OpCode.REDUCE_SCATTER),
  SCAN("scan", Shape.ALLREDUCE, OpCode.SCAN),
  EXSCAN("exscan", Shape.ALLREDUCE, OpCode.EXSCAN),
  ALLTOALL("alltoall", Shape.ALLTOALL, OpCode.ALLTOALL),
  ALLTOALLV("alltoallv", Shape.ALLTOALLV, OpCode.ALLTOALLV),
  GATHER("gather", Shape.GATHER, OpCode.GATHER),
  ALLGATHER("allgather", Shape.ALLTOALL, OpCode.ALLGATHER),
  GATHERV("gatherv", Shape.GATHERV, OpCode.GATHERV),
  ALLGATHERV("allgatherv", Shape.ALLGATHERV, OpCode.ALLGATHERV),
  SCATTER("scatter", Shape.GATHER, OpCode.SCATTER),
  SCATTERV("scatterv", Shape.SCATTERV, OpCode.SCATTERV),
  IBARRIER("ibarrier", Shape.BARRIER, OpCode.IBARRIER),
  IBCAST("ibcast", Shape.BCAST, OpCode.IBCAST),
  IREDUCE("ireduce", Shape.REDUCE, OpCode.IREDUCE),
  IALLREDUCE("iallreduce", Shape.ALLREDUCE, OpCode.IALLREDUCE),
  IREDUCESCATTER("ireducescatter", Shape.REDUCE_SCATTER, OpCode.IREDUCE_SCATTER),
  ISCAN("iscan", Shape.ALLREDUCE, OpCode.ISCAN),
  IEXSCAN("iexscan", Shape.ALLREDUCE, OpCode.IEXSCAN),
  IALLTOALL("ialltoall", Shape.ALLTOALL, OpCode.IALLTOALL),
  IALLTOALLV("ialltoallv", Shape.ALLTOALLV, OpCode.IALLTOALLV),
  IGATHER("igather", Shape.GATHER, OpCode.IGATHER),
  IALLGATHER("iallgather", Shape.ALLTOALL, OpCode.IALLGATHER),
  IGATHERV("igatherv", Shape.GATHERV, OpCode.IGATHERV),
  IALLGATHERV("iallgatherv", Shape.ALLGATHERV, OpCode.IALLGATHERV),
  ISCATTER("iscatter", Shape.GATHER, OpCode.ISCATTER),
  ISCATTERV("iscatterv", Shape.SCATTERV, OpCode.ISCATTERV),
  COMM_SIZE("comm_size", Shape.NOTHING, OpCode.ELAPSE),
  COMM_SPLIT("comm_split", Shape.COMMUNICATOR, OpCode.ELAPSE),
  COMM_DUP("comm_dup", Shape.COMMUNICATOR, OpCode.ELAPSE);

  /** The arguments of a line. */
  enum Shape {
    INIT,
    FINALIZE,
    COMPUTE,
    SLEEP,
    LOCATION,
    SEND,
    RECEIVE,
    SENDRECV,
    WAIT,
    TEST,
    WAITALL,
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    ALLTOALL,
    ALLTOALLV,
    GATHER,
    GATHERV,
    ALLGATHERV,
    SCATTERV,
    COMMUNICATOR,
    /** Whatever stands there says nothing about time. */
    NOTHING
  }

  private static final String REQUESTS_UNKNOWN = "the line does not name its requests";
  private static final String PERSISTENT =
      "the line does not name the source of a persistent request";
  private static final String NO_WINDOW = "the line does not name the window of a one-sided call";
  private static final Map<String, String> WHY_NOT =
      Map.of(
          "waitAny", REQUESTS_UNKNOWN,
          "testany", REQUESTS_UNKNOWN,
          "testall", REQUESTS_UNKNOWN,
          "testsome", REQUESTS_UNKNOWN,
          "Start", PERSISTENT,
          "Startall", PERSISTENT,
          "isendRecv", "the line does not give the tags of the two messages",
          "IO", "file access is not part of the replay");

  private static final int TABLE_MASK = 255;

  /** Names by a hash of length, first and third byte; a few probes at most. */
  private static final @Nullable TiAction[] TABLE = new TiAction[TABLE_MASK + 1];

  static {
    for (TiAction action : values()) {
      byte[] name = action.bytes;
      int slot = hash(name, 0, name.length);
      while (TABLE[slot] != null) {
        slot = (slot + 1) & TABLE_MASK;
      }
      TABLE[slot] = action;
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // private, and never changed
  private final byte[] bytes;

  private final Shape shape;
  private final OpCode op;

  TiAction(String name, Shape shape, OpCode op) {
    this.bytes = name.getBytes(StandardCharsets.US_ASCII);
    this.shape = shape;
    this.op = op;
  }

  /** The arguments it takes. */
  Shape shape() {
    return shape;
  }

  /** What it becomes; {@link OpCode#ELAPSE} for those that become nothing. */
  OpCode op() {
    return op;
  }

  /**
   * The action that an op is written as.
   *
   * @param code of a collective; those without action have that of one with the same sizes
   */
  static TiAction of(OpCode code) {
    return switch (code) {
      case ALLTOALLW -> ALLTOALLV;
      case IALLTOALLW -> IALLTOALLV;
      case REDUCE_SCATTER_BLOCK -> REDUCESCATTER;
      case IREDUCE_SCATTER_BLOCK -> IREDUCESCATTER;
      // Any other op of this family has an action of its own.
      default ->
          Arrays.stream(values()).filter(action -> action.op == code).findFirst().orElseThrow();
    };
  }

  /** Its name in a trace. */
  String text() {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /** The action with a name, or null. */
  static @Nullable TiAction named(byte[] text, int start, int end) {
    if (start == end) {
      return null;
    }
    int slot = hash(text, start, end);
    while (true) {
      TiAction candidate = TABLE[slot];
      if (candidate == null || isName(candidate.bytes, text, start, end)) {
        return candidate;
      }
      slot = (slot + 1) & TABLE_MASK;
    }
  }

  private static boolean isName(byte[] name, byte[] text, int start, int end) {
    if (name.length != end - start) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (name[i] != text[start + i]) {
        return false;
      }
    }
    return true;
  }

  private static int hash(byte[] text, int start, int end) {
    int length = end - start;
    return (length * 37 + text[start] * 11 + text[start + Math.min(2, length - 1)] * 5)
        & TABLE_MASK;
  }

  /** Why an action of this name cannot be replayed, in words that end a sentence, or nothing. */
  static String whyUnknown(String name) {
    String reason = WHY_NOT.get(name);
    if (reason == null && isOneSided(name)) {
      reason = NO_WINDOW;
    }
    if (reason != null) {
      return " (SimGrid's tracer writes it, but " + reason + ")";
    }
    for (TiAction action : values()) {
      if (action.text().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return " (this may be '"
            + action.text()
            + "'; traces of SimGrid 3.19 or older must first go through its"
            + " simgrid_convert_TI_traces)";
      }
    }
    return "";
  }

  private static boolean isOneSided(String name) {
    return name.startsWith("Win_")
        || name.matches("R?(Put|Get|Accumulate|put|get|accumulate|get_accumulate)")
        || name.equals("Get_accumulate")
        || name.equals("Compare_and_swap");
  }

  /** All names, for messages. */
  static String names() {
    return Arrays.stream(values()).map(TiAction::text).collect(Collectors.joining(" "));
  }
}
