package org.foretell.parsers.dumpi;

import java.util.Arrays;
import java.util.List;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** A call, and how its record is laid out after its times. */
final class CallLayout {
  /** How a field is stored. All numbers are big-endian; an array begins with its length, an int. */
  enum Kind {
    INT,
    LONG,
    HANDLE,
    BYTE,
    INTS,
    HANDLES,
    BYTES,
    ROWS,
    TEXT,
    TEXTS,
    LISTS,
    STATUSES
  }

  /**
   * A field.
   *
   * @param name as the tools of DUMPI print it
   * @param atRootOnly whether only the record of the root of the call has it
   */
  record Field(String name, Kind kind, boolean atRootOnly) {}

  private final int id;
  private final String name;
  private final @Nullable OpCode op;
  private final List<Field> fields;
  private final int[] indices = new int[Argument.values().length];

  CallLayout(int id, String name, @Nullable OpCode op, List<Field> fields) {
    this.id = id;
    this.name = name;
    this.op = op;
    this.fields = List.copyOf(fields);
    Arrays.fill(indices, -1);
    for (int i = 0; i < fields.size(); i++) {
      Argument argument = Argument.named(fields.get(i).name());
      if (argument != null) {
        indices[argument.ordinal()] = i;
      }
    }
  }

  int id() {
    return id;
  }

  /** Its name, such as {@code MPI_Send}. */
  String name() {
    return name;
  }

  /** The op that it is in a trace, null if it is none of its own. */
  @Nullable OpCode op() {
    return op;
  }

  List<Field> fields() {
    return fields;
  }

  /** Where an argument stands among the fields, -1 if the call has none. */
  int indexOf(Argument argument) {
    return indices[argument.ordinal()];
  }

  @Override
  public String toString() {
    return name;
  }
}
