package org.foretell.parsers.scalatrace;

import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The calls of MPI that a trace may hold, by ScalaTrace's number. */
enum Call {
  ALLGATHER(1002, "MPI_Allgather", OpCode.ALLGATHER),
  ALLGATHERV(1003, "MPI_Allgatherv", OpCode.ALLGATHERV),
  ALLREDUCE(1004, "MPI_Allreduce", OpCode.ALLREDUCE),
  ALLTOALL(1005, "MPI_Alltoall", OpCode.ALLTOALL),
  ALLTOALLV(1006, "MPI_Alltoallv", OpCode.ALLTOALLV),
  BARRIER(1010, "MPI_Barrier", OpCode.BARRIER),
  BCAST(1011, "MPI_Bcast", OpCode.BCAST),
  BSEND(1012, "MPI_Bsend", OpCode.BSEND),
  COMM_CREATE(1026, "MPI_Comm_create", OpCode.COMM_CREATE),
  COMM_DUP(1027, "MPI_Comm_dup", OpCode.COMM_DUP),
  COMM_FREE(1028, "MPI_Comm_free", OpCode.COMM_FREE),
  COMM_GROUP(1030, "MPI_Comm_group", null),
  COMM_SPLIT(1036, "MPI_Comm_split", OpCode.COMM_SPLIT),
  FINALIZE(1045, "MPI_Finalize", OpCode.FINALIZE),
  GATHER(1047, "MPI_Gather", OpCode.GATHER),
  GATHERV(1048, "MPI_Gatherv", OpCode.GATHERV),
  IBSEND(1072, "MPI_Ibsend", OpCode.IBSEND),
  INIT(1084, "MPI_Init", OpCode.INIT),
  IRECV(1090, "MPI_Irecv", OpCode.IRECV),
  IRSEND(1091, "MPI_Irsend", OpCode.IRSEND),
  ISEND(1092, "MPI_Isend", OpCode.ISEND),
  ISSEND(1093, "MPI_Issend", OpCode.ISSEND),
  RECV(1102, "MPI_Recv", OpCode.RECV),
  RECV_INIT(1103, "MPI_Recv_init", null),
  REDUCE(1104, "MPI_Reduce", OpCode.REDUCE),
  REDUCE_SCATTER(1105, "MPI_Reduce_scatter", OpCode.REDUCE_SCATTER),
  RSEND(1108, "MPI_Rsend", OpCode.RSEND),
  SCAN(1110, "MPI_Scan", OpCode.SCAN),
  SCATTER(1111, "MPI_Scatter", OpCode.SCATTER),
  SCATTERV(1112, "MPI_Scatterv", OpCode.SCATTERV),
  SEND(1113, "MPI_Send", OpCode.SEND),
  SEND_INIT(1114, "MPI_Send_init", null),
  SENDRECV(1115, "MPI_Sendrecv", OpCode.SENDRECV),
  SENDRECV_REPLACE(1116, "MPI_Sendrecv_replace", OpCode.SENDRECV_REPLACE),
  SSEND(1117, "MPI_Ssend", OpCode.SSEND),
  START(1119, "MPI_Start", null),
  STARTALL(1120, "MPI_Startall", null),
  TEST(1123, "MPI_Test", null),
  TESTALL(1125, "MPI_Testall", null),
  TESTANY(1126, "MPI_Testany", null),
  TESTSOME(1127, "MPI_Testsome", null),
  WAIT(1148, "MPI_Wait", OpCode.WAIT),
  WAITALL(1149, "MPI_Waitall", OpCode.WAITALL),
  WAITANY(1150, "MPI_Waitany", null),
  WAITSOME(1151, "MPI_Waitsome", null);

  private static final Map<Integer, Call> BY_NUMBER = new HashMap<>();
  private static final Map<OpCode, Call> BY_OP = new HashMap<>();

  static {
    for (Call call : values()) {
      BY_NUMBER.put(call.number, call);
      if (call.op != null) {
        BY_OP.put(call.op, call);
      }
    }
  }

  private final int number;
  private final String functionName;
  private final @Nullable OpCode op;

  Call(int number, String functionName, @Nullable OpCode op) {
    this.number = number;
    this.functionName = functionName;
    this.op = op;
  }

  int number() {
    return number;
  }

  /** The function, as programs call it. */
  String functionName() {
    return functionName;
  }

  /**
   * What it is in a trace of ours; null where ScalaTrace's number is known, but a record does not
   * say enough to replay it.
   */
  @Nullable OpCode op() {
    return op;
  }

  /** The call of a number, null if it is unknown. */
  static @Nullable Call byNumber(int number) {
    return BY_NUMBER.get(number);
  }

  /** The call that an op of ours is, null if it has none. */
  static @Nullable Call of(OpCode op) {
    return BY_OP.get(op);
  }

  /** Whether it starts a request that something waits for. */
  boolean startsRequest() {
    return op != null
        && switch (op) {
          case ISEND, IBSEND, ISSEND, IRSEND, IRECV -> true;
          case SEND, BSEND, SSEND, RSEND, RECV, SENDRECV, SENDRECV_REPLACE, PROBE, IPROBE -> false;
          case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, START, STARTALL -> false;
          case REQUEST_FREE -> false;
          // Of POINT_TO_POINT and PERSISTENT all are listed: no other record of ScalaTrace starts a
          // request.
          default -> false;
        };
  }

  boolean waits() {
    return this == WAIT || this == WAITALL;
  }

  boolean createsCommunicator() {
    return this == COMM_DUP || this == COMM_SPLIT || this == COMM_CREATE;
  }

  /** Whether it uses handles that the program around it has to be followed for. */
  boolean usesHandles() {
    return startsRequest() || waits() || createsCommunicator();
  }
}
