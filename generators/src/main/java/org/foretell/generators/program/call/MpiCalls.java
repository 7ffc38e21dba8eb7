package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.List;
import java.util.Locale;
import org.foretell.generators.program.tree.Node;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;

/** Ops as calls of MPI: messages, requests, communicators. Collectives and windows are apart. */
public final class MpiCalls implements Calls {
  /** Shorter messages are copied by the sender, whose own caches have them in any case. */
  private static final long LEAST_WRITTEN = 4_096;

  private final FieldCode fields;
  private final MpiNames names;
  private final MpiCollectives collectives;
  private final MpiWindows windows;

  public MpiCalls(FieldCode fields, IrregularMeans means) {
    this.fields = fields;
    names = new MpiNames(fields);
    collectives = new MpiCollectives(fields, names, means);
    windows = new MpiWindows(fields, names);
  }

  @Override
  public List<String> of(Node.Statement s, RankSet by) throws UnsupportedCallException {
    return switch (s.code().family()) {
      case LOCAL -> List.of();
      case POINT_TO_POINT -> message(s, by);
      case PERSISTENT -> persistent(s, by);
      case COMPLETION -> completion(s, by);
      case COLLECTIVE -> collectives.of(s, by);
      case COMMUNICATOR -> communicator(s, by);
      case RMA -> windows.of(s, by);
      case FILE -> throw new UnsupportedCallException("file access cannot be generated");
      case SHMEM ->
          throw new UnsupportedCallException(
              "is a call of OpenSHMEM; generate it with --api shmem");
      case COMPUTE, MARKER -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  @Override
  public String written(Node.Statement s, RankSet by, boolean isOpen)
      throws UnsupportedCallException {
    if (!s.code().has(BYTES) || s.greatest(BYTES) < LEAST_WRITTEN) {
      return "";
    }
    String bytes = fields.bytes(s, BYTES, by);
    return switch (s.code()) {
      // Only blocking calls use this buffer, and none of them is open.
      case SEND, BSEND, SSEND, RSEND -> "message, " + bytes;
      // Any other op uses a buffer that all calls share, also those that return at once.
      default -> isOpen ? "" : writtenOfShared(s, by, bytes);
    };
  }

  /** The same of the buffers that calls which return before they are complete use too. */
  private String writtenOfShared(Node.Statement s, RankSet by, String bytes) {
    return switch (s.code()) {
      case SENDRECV_REPLACE -> "in, " + bytes;
      case ISEND,
          IBSEND,
          ISSEND,
          IRSEND,
          SENDRECV,
          REDUCE,
          IREDUCE,
          ALLREDUCE,
          IALLREDUCE,
          SCAN,
          ISCAN,
          EXSCAN,
          IEXSCAN,
          GATHER,
          IGATHER,
          GATHERV,
          IGATHERV,
          ALLGATHER,
          IALLGATHER,
          ALLGATHERV,
          IALLGATHERV,
          PUT,
          RPUT,
          ACCUMULATE,
          RACCUMULATE ->
          "out, " + bytes;
      case ALLTOALL, IALLTOALL ->
          String.format("out, by_all(%s, %s)", names.communicator(s, by), bytes);
      // Any other op sends from no buffer of all its ranks, or it is not known how much.
      default -> "";
    };
  }

  private List<String> message(Node.Statement s, RankSet by) throws UnsupportedCallException {
    String comm = names.communicator(s, by);
    return switch (s.code()) {
      case SEND, BSEND, SSEND, RSEND ->
          List.of(
              String.format(
                  "MPI_%s(%s, %s);", MpiNames.name(s.code()), outgoing("message", s, by), comm));
      case ISEND, IBSEND, ISSEND, IRSEND ->
          List.of(
              String.format(
                  "MPI_%s(%s, %s, %s);",
                  MpiNames.name(s.code()), outgoing("out", s, by), comm, names.request(s, by)));
      case RECV ->
          List.of(
              String.format(
                  "MPI_Recv(message, %s, %s, MPI_STATUS_IGNORE);",
                  incoming(s, by, PEER, TAG), comm));
      case IRECV ->
          List.of(
              String.format(
                  "MPI_Irecv(%s, %s, %s, %s);",
                  names.room(s, by), incoming(s, by, PEER, TAG), comm, names.request(s, by)));
      case SENDRECV ->
          List.of(
              String.format(
                  "MPI_Sendrecv(%s, in, %s, %s, MPI_STATUS_IGNORE);",
                  outgoing("out", s, by), incoming(s, by, RECEIVE_PEER, RECEIVE_TAG), comm));
      case SENDRECV_REPLACE ->
          List.of(
              String.format(
                  "MPI_Sendrecv_replace(in, %s, MPI_BYTE, %s, %s, %s, %s, %s, MPI_STATUS_IGNORE);",
                  fields.bytes(s, BYTES, by),
                  names.peer(s, PEER, by),
                  names.tag(s, TAG, by),
                  names.peer(s, RECEIVE_PEER, by),
                  names.tag(s, RECEIVE_TAG, by),
                  comm));
      case PROBE ->
          List.of(
              String.format(
                  "MPI_Probe(%s, %s, %s, MPI_STATUS_IGNORE);",
                  names.peer(s, PEER, by), names.tag(s, TAG, by), comm));
      case IPROBE ->
          asked(
              s,
              by,
              String.format(
                  "MPI_Iprobe(%s, %s, %s, &flag, MPI_STATUS_IGNORE);",
                  names.peer(s, PEER, by), names.tag(s, TAG, by), comm));
      // Of POINT_TO_POINT all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private String outgoing(String buffer, Node.Statement s, RankSet by)
      throws UnsupportedCallException {
    return String.format(
        "%s, %s, MPI_BYTE, %s, %s",
        buffer, fields.bytes(s, BYTES, by), names.peer(s, PEER, by), names.tag(s, TAG, by));
  }

  private String incoming(Node.Statement s, RankSet by, OpField peer, OpField tag)
      throws UnsupportedCallException {
    return String.format(
        "%s, MPI_BYTE, %s, %s",
        names.receiveBytes(s, by), names.peer(s, peer, by), names.tag(s, tag, by));
  }

  /** A question that is asked until the answer is that of the trace, if it was yes there. */
  private List<String> asked(Node.Statement s, RankSet by, String call) {
    boolean isKnown = s.isConstant(OUTCOME);
    if (isKnown && s.constant(OUTCOME) != 1) {
      return List.of("flag = 0;", call);
    }
    String again = isKnown ? "!flag" : "!flag && " + fields.number(s, OUTCOME, by) + " == 1";
    if (isKnown) {
      return List.of("do {", "  " + call, "} while (" + again + ");");
    }
    return List.of(
        "{",
        "  int until = " + fields.number(s, OUTCOME, by) + " == 1;",
        "  do {",
        "    " + call,
        "  } while (until && !flag);",
        "}");
  }

  private List<String> persistent(Node.Statement s, RankSet by) throws UnsupportedCallException {
    return switch (s.code()) {
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT ->
          List.of(
              String.format(
                  "MPI_%s(%s, %s, %s);",
                  MpiNames.name(s.code()),
                  outgoing("out", s, by),
                  names.communicator(s, by),
                  names.request(s, by)));
      case RECV_INIT ->
          List.of(
              String.format(
                  "MPI_Recv_init(%s, %s, %s, %s);",
                  names.room(s, by),
                  incoming(s, by, PEER, TAG),
                  names.communicator(s, by),
                  names.request(s, by)));
      case START -> List.of("MPI_Start(" + names.request(s, by) + ");");
      case REQUEST_FREE -> List.of("MPI_Request_free(" + names.request(s, by) + ");");
      case STARTALL -> List.of("start_all(" + names.requests(s, by) + ");");
      // Of PERSISTENT all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private List<String> completion(Node.Statement s, RankSet by) {
    return switch (s.code()) {
      case WAIT -> List.of("MPI_Wait(" + names.request(s, by) + ", MPI_STATUS_IGNORE);");
      case WAITALL -> {
        int first = names.firstOfRow(s);
        yield first >= 0
            ? List.of(
                String.format(
                    Locale.ROOT,
                    "MPI_Waitall(%d, request + %d, MPI_STATUSES_IGNORE);",
                    s.length(REQUESTS),
                    first))
            : List.of("wait_all(" + names.requests(s, by) + ");");
      }
      case WAITANY -> List.of(one("wait_any", s, by));
      case WAITSOME -> List.of(some("wait_some", s, by));
      case TEST ->
          asked(s, by, "MPI_Test(" + names.request(s, by) + ", &flag, MPI_STATUS_IGNORE);");
      case TESTALL -> asked(s, by, "flag = test_all(" + names.requests(s, by) + ");");
      case TESTANY -> List.of(one("test_any", s, by));
      case TESTSOME -> List.of(some("test_some", s, by));
      // Of COMPLETION all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private String one(String function, Node.Statement s, RankSet by) {
    String outcome =
        s.isConstant(OUTCOME) && s.constant(OUTCOME) == OpView.NONE
            ? "UNKNOWN"
            : fields.number(s, OUTCOME, by);
    return function + "(" + names.requests(s, by) + ", " + outcome + ");";
  }

  private String some(String function, Node.Statement s, RankSet by) {
    int outcomes = s.length(OUTCOMES);
    String list = outcomes == 0 ? "NULL" : fields.list(s, OUTCOMES, by);
    return function + "(" + names.requests(s, by) + ", " + outcomes + ", " + list + ");";
  }

  private List<String> communicator(Node.Statement s, RankSet by) throws UnsupportedCallException {
    String old = names.communicator(s, by);
    if (s.code() == OpCode.COMM_FREE) {
      return List.of("MPI_Comm_free(&" + old + ");");
    }
    String name =
        s.isConstant(NEW_COMMUNICATOR) && s.constant(NEW_COMMUNICATOR) == OpView.NONE
            ? "&nobody"
            : FieldCode.least(s.values(NEW_COMMUNICATOR)) < 0
                ? "new_comm(" + fields.number(s, NEW_COMMUNICATOR, by) + ")"
                : "&comm[" + fields.number(s, NEW_COMMUNICATOR, by) + "]";
    return switch (s.code()) {
      case COMM_SPLIT -> {
        String color =
            s.isConstant(COLOR) && s.constant(COLOR) == OpView.NONE
                ? "MPI_UNDEFINED"
                : FieldCode.least(s.values(COLOR)) < 0
                    ? "color(" + fields.number(s, COLOR, by) + ")"
                    : "(int)" + fields.number(s, COLOR, by);
        yield List.of(
            String.format(
                Locale.ROOT,
                "MPI_Comm_split(%s, %s, %s, %s);",
                old,
                color.startsWith("(int)") && s.isConstant(COLOR) ? color.substring(5) : color,
                (s.isConstant(KEY) ? "" : "(int)") + fields.number(s, KEY, by),
                name));
      }
      case COMM_DUP -> List.of("MPI_Comm_dup(" + old + ", " + name + ");");
      case COMM_CREATE -> List.of("create(" + old + ", " + ranks(s, by) + ", " + name + ");");
      case COMM_CREATE_GROUP ->
          List.of(
              "create_group("
                  + old
                  + ", "
                  + ranks(s, by)
                  + ", "
                  + names.tag(s, TAG, by)
                  + ", "
                  + name
                  + ");");
      case COMM_FREE -> throw new IllegalArgumentException(s.code().toString());
      // Of COMMUNICATOR all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private String ranks(Node.Statement s, RankSet by) {
    int length = s.length(RANKS);
    return length + ", " + (length == 0 ? "NULL" : fields.list(s, RANKS, by));
  }
}
