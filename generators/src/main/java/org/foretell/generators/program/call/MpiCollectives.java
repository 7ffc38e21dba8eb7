package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.generators.program.tree.Node;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** Collectives as calls of MPI, blocking or not. */
final class MpiCollectives {
  private final FieldCode fields;
  private final MpiNames names;
  private final IrregularMeans means;

  MpiCollectives(FieldCode fields, MpiNames names, IrregularMeans means) {
    this.fields = fields;
    this.names = names;
    this.means = means;
  }

  List<String> of(Node.Statement s, RankSet by) throws UnsupportedCallException {
    OpCode form = s.code().blockingForm();
    boolean returnsAtOnce = s.code() != form;
    String name =
        "MPI_" + (returnsAtOnce ? "I" + form.name().toLowerCase(Locale.ROOT) : MpiNames.name(form));
    String in = returnsAtOnce ? names.room(s, by) : "in";
    String end =
        names.communicator(s, by) + (returnsAtOnce ? ", " + names.request(s, by) : "") + ");";
    String sent = s.code().has(BYTES) ? fields.bytes(s, BYTES, by) : "";
    String received = s.code().has(RECEIVE_BYTES) ? received(s, by, sent) : "";
    String root = s.code().has(ROOT) ? fields.rank(s, ROOT, by, "0", "0") : "";
    return switch (form) {
      case BARRIER -> List.of(name + "(" + end);
      case BCAST -> List.of(name + "(" + in + ", " + sent + ", MPI_BYTE, " + root + ", " + end);
      case GATHER, SCATTER -> List.of(name + blocks(sent, in, received) + root + ", " + end);
      case ALLGATHER, ALLTOALL -> List.of(name + blocks(sent, in, received) + end);
      case GATHERV ->
          vector(
              s,
              by,
              RECEIVE_BYTES_BY_RANK,
              name + "(out, " + sent + ", MPI_BYTE, " + in + ", " + LIST + root + ", " + end);
      case ALLGATHERV ->
          vector(
              s,
              by,
              RECEIVE_BYTES_BY_RANK,
              name + "(out, " + sent + ", MPI_BYTE, " + in + ", " + LIST + end);
      case SCATTERV ->
          vector(
              s,
              by,
              SEND_BYTES_BY_RANK,
              name + "(out, " + LIST + in + ", " + received + ", MPI_BYTE, " + root + ", " + end);
      case ALLTOALLV, ALLTOALLW -> exchange(s, by, name, in, end);
      case REDUCE ->
          List.of(name + "(out, " + in + ", " + reduced(s, by) + ", " + root + ", " + end);
      case ALLREDUCE, SCAN, EXSCAN ->
          List.of(name + "(out, " + in + ", " + reduced(s, by) + ", " + end);
      case REDUCE_SCATTER_BLOCK ->
          List.of(name + "(out, " + in + ", " + received + ", " + bytewise(s) + ", " + end);
      case REDUCE_SCATTER ->
          vector(
              s,
              by,
              SEND_BYTES_BY_RANK,
              name + "(out, " + in + ", list->counts, " + bytewise(s) + ", " + end);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> neighbors(s, by, name, sent, in, received);
      // Of BLOCKING_COLLECTIVE all are listed: another op fails.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private static final String LIST = "list->counts, list->places, MPI_BYTE, ";

  private static String blocks(String sent, String in, String received) {
    return "(out, " + sent + ", MPI_BYTE, " + in + ", " + received + ", MPI_BYTE, ";
  }

  private String received(Node.Statement s, RankSet by, String sent)
      throws UnsupportedCallException {
    boolean isAsSent = MpiNames.isAbsent(s, RECEIVE_BYTES) && !sent.isEmpty();
    return isAsSent ? sent : fields.bytes(s, RECEIVE_BYTES, by);
  }

  private List<String> vector(Node.Statement s, RankSet by, OpField field, String call)
      throws UnsupportedCallException {
    int length = s.length(field);
    if (length == 1) {
      throw new UnsupportedCallException(
          "the trace has only the total that its members send or receive");
    }
    checkSum(s, field);
    return List.of(
        "{",
        "  const struct blocks *list = list_of("
            + length
            + ", "
            + (length == 0 ? "NULL" : fields.list(s, field, by))
            + ");",
        "  " + call,
        "}");
  }

  private static void checkSum(Node.Statement s, OpField field) throws UnsupportedCallException {
    if (s.greatest(field) > Integer.MAX_VALUE) {
      throw new UnsupportedCallException(
          s.greatest(field) + " bytes at once, and a call takes at most " + Integer.MAX_VALUE);
    }
  }

  private List<String> exchange(Node.Statement s, RankSet by, String name, String in, String end)
      throws UnsupportedCallException {
    checkSum(s, SEND_BYTES_BY_RANK);
    checkSum(s, RECEIVE_BYTES_BY_RANK);
    List<String> lines = new ArrayList<>();
    lines.add("{");
    if (s.length(SEND_BYTES_BY_RANK) == 1
        || s.length(RECEIVE_BYTES_BY_RANK) == 1
        || means.always()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  const struct blocks *to = even(%s, %d);",
              names.communicator(s, by),
              means.blockBytes(s)));
      lines.add("  const struct blocks *from = to;");
    } else {
      lines.add("  const struct blocks *to = " + list(s, SEND_BYTES_BY_RANK, by) + ";");
      lines.add("  const struct blocks *from = " + list(s, RECEIVE_BYTES_BY_RANK, by) + ";");
    }
    String type = s.code().blockingForm() == OpCode.ALLTOALLW ? "->types" : "";
    lines.add(
        String.format(
            "  %s(out, to->counts, to->places, %s, %s, from->counts, from->places, %s,",
            name,
            type.isEmpty() ? "MPI_BYTE" : "to" + type,
            in,
            type.isEmpty() ? "MPI_BYTE" : "from" + type));
    lines.add("      " + end);
    lines.add("}");
    return lines;
  }

  private String list(Node.Statement s, OpField field, RankSet by) {
    int length = s.length(field);
    return "list_of(" + length + ", " + (length == 0 ? "NULL" : fields.list(s, field, by)) + ")";
  }

  private List<String> neighbors(
      Node.Statement s, RankSet by, String name, String sent, String in, String received) {
    int length = s.length(RANKS);
    String graph =
        String.format(
            Locale.ROOT,
            "graph(%s, %d, %s)",
            names.communicator(s, by),
            length,
            length == 0 ? "NULL" : fields.list(s, RANKS, by));
    boolean returnsAtOnce = s.code() != s.code().blockingForm();
    return List.of(
        name
            + blocks(sent, in, received)
            + graph
            + (returnsAtOnce ? ", " + names.request(s, by) : "")
            + ");");
  }

  /** Number of elements, type and operator of a reduction. */
  private String reduced(Node.Statement s, RankSet by) throws UnsupportedCallException {
    long element = elementBytes(s);
    String bytes = fields.bytes(s, BYTES, by);
    String operator = operator(s, element);
    return switch ((int) element) {
      case 8 -> elements(bytes, 8) + ", MPI_DOUBLE, " + operator;
      case 4 -> elements(bytes, 4) + ", MPI_INT, " + operator;
      default -> bytes + ", MPI_BYTE, " + operator;
    };
  }

  private static String elements(String bytes, int each) {
    return bytes.equals("0") ? "0" : "elements(" + bytes + ", " + each + ")";
  }

  private static String operator(Node.Statement s, long element) {
    boolean mayCommute =
        s.isConstant(FLAGS) && (s.constant(FLAGS) & OpCode.REDUCTION_NOT_COMMUTATIVE) == 0;
    return !mayCommute ? "in_order()" : element == 1 ? "MPI_BXOR" : "MPI_SUM";
  }

  private static String bytewise(Node.Statement s) {
    return "MPI_BYTE, " + operator(s, 1);
  }

  /** The size of an element where it is always 4 or 8 bytes, else 1. */
  private static long elementBytes(Node.Statement s) {
    long[] bytes = numbers(s.values(BYTES));
    long[] counts = numbers(s.values(COUNT));
    if (counts.length != bytes.length) {
      return 1;
    }
    for (long element : new long[] {8, 4}) {
      boolean fits = true;
      for (int i = 0; i < bytes.length && fits; i++) {
        fits = counts[i] == 0 ? bytes[i] % element == 0 : bytes[i] == counts[i] * element;
      }
      if (fits) {
        return element;
      }
    }
    return 1;
  }

  private static long[] numbers(Values values) {
    if (values instanceof Values.Constant constant) {
      return new long[] {constant.value()};
    } else if (values instanceof Values.Cyclic cyclic) {
      return cyclic.values();
    } else if (values instanceof Values.PerRank perRank) {
      return perRank.values();
    } else if (values instanceof Values.Scoped scoped) {
      return scoped.scopes().stream()
          .flatMapToLong(s -> java.util.Arrays.stream(numbers(s.values())))
          .toArray();
    }
    return new long[0];
  }
}
