package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.List;
import java.util.Locale;
import org.foretell.generators.program.tree.Node;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.RankSet;

/** One-sided communication as calls of MPI. */
final class MpiWindows {
  private final FieldCode fields;
  private final MpiNames names;

  MpiWindows(FieldCode fields, MpiNames names) {
    this.fields = fields;
    this.names = names;
  }

  List<String> of(Node.Statement s, RankSet by) throws UnsupportedCallException {
    String window = "window[" + fields.number(s, OBJECT, by) + "]";
    return switch (s.code()) {
      case WIN_CREATE ->
          List.of(
              "create_window("
                  + fields.number(s, OBJECT, by)
                  + ", "
                  + fields.number(s, BYTES, by)
                  + ", "
                  + names.communicator(s, by)
                  + ");");
      case WIN_FREE -> List.of("MPI_Win_free(&" + window + ");");
      case PUT, GET, RPUT, RGET, ACCUMULATE, RACCUMULATE, GET_ACCUMULATE, RGET_ACCUMULATE ->
          List.of(transfer(s, by, window));
      case FETCH_AND_OP ->
          List.of(
              String.format(
                  "MPI_Fetch_and_op(out, in, %s, %s, 0, MPI_SUM, %s);",
                  single(s), names.peer(s, PEER, by), window));
      case COMPARE_AND_SWAP ->
          List.of(
              String.format(
                  "MPI_Compare_and_swap(out, out, in, %s, %s, 0, %s);",
                  single(s), names.peer(s, PEER, by), window));
      case WIN_FENCE -> List.of("MPI_Win_fence(0, " + window + ");");
      case WIN_LOCK ->
          List.of(
              String.format(
                  "MPI_Win_lock(%s, %s, 0, %s);",
                  s.isConstant(FLAGS)
                      ? (s.constant(FLAGS) & OpCode.LOCK_SHARED) != 0
                          ? "MPI_LOCK_SHARED"
                          : "MPI_LOCK_EXCLUSIVE"
                      : "("
                          + fields.number(s, FLAGS, by)
                          + ") & 1 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE",
                  names.peer(s, PEER, by),
                  window));
      case WIN_UNLOCK, WIN_FLUSH, WIN_FLUSH_LOCAL ->
          List.of(
              String.format(
                  "MPI_%s(%s, %s);", MpiNames.name(s.code()), names.peer(s, PEER, by), window));
      case WIN_LOCK_ALL -> List.of("MPI_Win_lock_all(0, " + window + ");");
      case WIN_UNLOCK_ALL, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL, WIN_COMPLETE, WIN_WAIT, WIN_SYNC ->
          List.of("MPI_" + MpiNames.name(s.code()) + "(" + window + ");");
      case WIN_POST, WIN_START ->
          List.of(
              String.format(
                  Locale.ROOT,
                  "%s(%s, %d, %s);",
                  s.code() == OpCode.WIN_POST ? "post" : "open_access",
                  window,
                  s.length(RANKS),
                  s.length(RANKS) == 0 ? "NULL" : fields.list(s, RANKS, by)));
      case WIN_TEST -> {
        boolean until = s.isConstant(OUTCOME) && s.constant(OUTCOME) == 1;
        String call = "MPI_Win_test(" + window + ", &flag);";
        yield until ? List.of("do {", "  " + call, "} while (!flag);") : List.of(call);
      }
      // Of RMA all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private String transfer(Node.Statement s, RankSet by, String window)
      throws UnsupportedCallException {
    String bytes = fields.bytes(s, BYTES, by);
    String target = names.peer(s, PEER, by);
    String far = target + ", 0, " + bytes + ", MPI_BYTE, ";
    String end = window + (s.code().has(OpField.REQUEST) ? ", " + names.request(s, by) : "") + ");";
    String start = "MPI_" + MpiNames.name(s.code()) + "(";
    return switch (s.code()) {
      case PUT, RPUT -> start + "out, " + bytes + ", MPI_BYTE, " + far + end;
      case GET, RGET -> start + "in, " + bytes + ", MPI_BYTE, " + far + end;
      case ACCUMULATE, RACCUMULATE ->
          start + "out, " + bytes + ", MPI_BYTE, " + far + "MPI_BXOR, " + end;
      case GET_ACCUMULATE, RGET_ACCUMULATE ->
          start
              + "out, "
              + bytes
              + ", MPI_BYTE, in, "
              + bytes
              + ", MPI_BYTE, "
              + far
              + "MPI_BXOR, "
              + end;
      // Any other op fails, since it moves no blocks.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private static String single(Node.Statement s) throws UnsupportedCallException {
    if (s.isConstant(BYTES)) {
      if (s.constant(BYTES) == 8) {
        return "MPI_INT64_T";
      } else if (s.constant(BYTES) == 4) {
        return "MPI_INT32_T";
      }
    }
    throw new UnsupportedCallException("a single element has 4 or 8 bytes");
  }
}
