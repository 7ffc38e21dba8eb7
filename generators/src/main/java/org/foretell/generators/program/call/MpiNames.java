package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.Locale;
import org.foretell.generators.program.tree.Node;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** What arguments of MPI's calls are called in a program. */
final class MpiNames {
  private final FieldCode fields;

  MpiNames(FieldCode fields) {
    this.fields = fields;
  }

  /** The name of a call after {@code MPI_}, such as {@code Send_init}. */
  static String name(OpCode code) {
    String lower = code.name().toLowerCase(Locale.ROOT);
    return lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1);
  }

  String peer(Node.Statement s, OpField field, RankSet by) {
    return fields.rank(s, field, by, "MPI_ANY_SOURCE", "MPI_PROC_NULL");
  }

  String tag(Node.Statement s, OpField field, RankSet by) {
    return fields.tag(s, field, by, "MPI_ANY_TAG");
  }

  String communicator(Node.Statement s, RankSet by) {
    if (s.isConstant(COMMUNICATOR)) {
      if (s.constant(COMMUNICATOR) == Communicator.WORLD) {
        return "MPI_COMM_WORLD";
      } else if (s.constant(COMMUNICATOR) == Communicator.SELF) {
        return "MPI_COMM_SELF";
      }
    }
    return "comm[" + fields.number(s, COMMUNICATOR, by) + "]";
  }

  /** The place of a request; a place that is forgotten for the null request. */
  String request(Node.Statement s, RankSet by) {
    if (s.isConstant(REQUEST)) {
      return s.constant(REQUEST) == OpView.NONE
          ? "&forgotten"
          : "&request[" + s.constant(REQUEST) + "]";
    }
    return "request_at(" + fields.number(s, REQUEST, by) + ")";
  }

  /** Where what the request receives is put. */
  String room(Node.Statement s, RankSet by) {
    return "room(" + fields.number(s, REQUEST, by) + ")";
  }

  /** What a receive takes; the largest message of all where that is not known. */
  String receiveBytes(Node.Statement s, RankSet by) throws UnsupportedCallException {
    if (s.isConstant(RECEIVE_BYTES) && s.constant(RECEIVE_BYTES) < 0) {
      return "LARGEST_MESSAGE";
    } else if (FieldCode.least(s.values(RECEIVE_BYTES)) < 0) {
      return "receivable(" + fields.number(s, RECEIVE_BYTES, by) + ")";
    }
    return fields.bytes(s, RECEIVE_BYTES, by);
  }

  /** How many requests, and which. */
  String requests(Node.Statement s, RankSet by) {
    int length = s.length(REQUESTS);
    return length + ", " + (length == 0 ? "NULL" : fields.list(s, REQUESTS, by));
  }

  /** The first of requests that follow each other, or -1 if they do not. */
  int firstOfRow(Node.Statement s) {
    long[] list = s.list(REQUESTS);
    if (!s.isConstant(REQUESTS) || list.length == 0 || list[0] < 0) {
      return -1;
    }
    for (int i = 1; i < list.length; i++) {
      if (list[i] != list[0] + i) {
        return -1;
      }
    }
    return (int) list[0];
  }

  /** Whether a field is a constant that is absent. */
  static boolean isAbsent(Node.Statement s, OpField field) {
    return s.values(field) instanceof Values.Constant && !s.isGiven(field);
  }
}
