package org.foretell.parsers.raw;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/**
 * A function as a raw file defines it.
 *
 * @param name as in the program's source
 * @param op what it is in a trace, null for a call whose effect is unknown
 * @param fields what each call says, in this order
 */
record RawFunction(String name, @Nullable OpCode op, List<Field> fields) {
  /** What a value of a call means. */
  enum Role {
    /** A field of the op. */
    FIELD,
    /** Unsuccessful polls that were folded into the call. */
    POLLS,
    /** Symmetric place: segment. */
    SEGMENT,
    /** Symmetric place: offset in its segment. */
    OFFSET,
    /** Nothing that the trace has a place for. */
    DROPPED
  }

  /**
   * A value of a call.
   *
   * @param field of the op, for {@link Role#FIELD}
   * @param isList whether several numbers are given
   */
  record Field(String name, Role role, @Nullable OpField field, boolean isList) {}

  static RawFunction of(String name, @Nullable OpCode op, List<String> fieldNames) {
    return new RawFunction(name, op, fieldNames.stream().map(field -> field(op, field)).toList());
  }

  private static Field field(@Nullable OpCode op, String name) {
    OpField field =
        Arrays.stream(OpField.values())
            .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
            .findFirst()
            .orElse(null);
    boolean isList = field != null && field.isList();
    Role role =
        switch (name) {
          case "polls" -> Role.POLLS;
          case "segment" -> Role.SEGMENT;
          case "offset" -> Role.OFFSET;
          default -> op != null && field != null && op.has(field) ? Role.FIELD : Role.DROPPED;
        };
    return new Field(name, role, field, isList);
  }

  /** Index of the field of an op among the values, -1 if calls do not say it. */
  int indexOf(OpField wanted) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).role() == Role.FIELD && fields.get(i).field() == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** Index of what has a role, -1 if calls do not say it. */
  int indexOf(Role role) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).role() == role) {
        return i;
      }
    }
    return -1;
  }

  /** Whether it is a compare-and-swap of OpenSHMEM. */
  boolean isCompareAndSwap() {
    return op == OpCode.SHMEM_ATOMIC_FETCH
        && (name.endsWith("compare_swap") || name.endsWith("cswap"));
  }

  /** Whether it adds to what it finds, rather than replacing it. */
  boolean isAddition() {
    return name.contains("_add")
        || name.contains("_inc")
        || name.contains("fadd")
        || name.contains("finc");
  }
}
