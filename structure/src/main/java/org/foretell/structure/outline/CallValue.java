package org.foretell.structure.outline;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What a field of a call is.
 *
 * @param code the op of the call
 * @param field a number; or a list, of which the rule gives the sum of its bytes, or the number of
 *     its requests
 * @param relative whether the rule is added to the rank's own number, modulo the number of ranks
 * @param rule the values of all executions
 */
public record CallValue(OpCode code, OpField field, boolean relative, ValueRule rule) {
  private static final Set<OpCode> RECEIVING =
      EnumSet.of(
          OpCode.RECV,
          OpCode.IRECV,
          OpCode.RECV_INIT,
          OpCode.PROBE,
          OpCode.IPROBE,
          OpCode.GET,
          OpCode.RGET,
          OpCode.SHMEM_GET,
          OpCode.SHMEM_GET_NBI,
          OpCode.SHMEM_IGET,
          OpCode.SHMEM_G);

  /** {@return the value with its name: {@code to r+1}, {@code tag 7 + i}, {@code 1024 i bytes}} */
  public String text() {
    String value = value();
    return switch (field) {
      case PEER -> (RECEIVING.contains(code) ? "from " : "to ") + value;
      case RECEIVE_PEER -> "from " + value;
      case ROOT -> "root " + value;
      case TAG -> (code.family() == OpCode.Family.SHMEM ? "variable " : "tag ") + value;
      case RECEIVE_TAG -> "tag " + value + " received";
      case BYTES -> unit(value, "byte");
      case RECEIVE_BYTES -> unit(value, "byte") + (code.has(OpField.BYTES) ? " received" : "");
      case SEND_BYTES_BY_RANK -> unit(value, "byte") + " sent in all";
      case RECEIVE_BYTES_BY_RANK -> unit(value, "byte") + " received in all";
      case REQUESTS -> unit(value, "request");
      case COMMUNICATOR -> "communicator " + value;
      case REQUEST -> "request " + value;
      default -> "count " + value;
    };
  }

  /** {@return the value alone: a number, a rule, a range, {@code any} or {@code nobody}} */
  public String value() {
    if (!rule.isFound()) {
      return rule.text() + (rule.special() == 0 ? "" : " or " + special(rule.special()));
    }
    if (relative) {
      if (rule.isConstant()) {
        return rule.base() == 0 ? "r" : String.format("r%+d", rule.base());
      }
      String text = rule.text();
      return text.startsWith("-") ? "r - " + text.substring(1) : "r + " + text;
    }
    return rule.isConstant() && rule.base() < 0 ? special(rule.base()) : rule.text();
  }

  private String special(long value) {
    if (value == OpView.ANY) {
      return field == OpField.RECEIVE_BYTES ? "any number of" : "any";
    }
    return value == OpView.PROC_NULL ? "nobody" : "none";
  }

  private static String unit(String value, String one) {
    return value + " " + one + (value.equals("1") ? "" : "s");
  }
}
