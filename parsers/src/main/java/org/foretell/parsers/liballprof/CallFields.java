package org.foretell.parsers.liballprof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * A call that becomes an op, and its arguments in the order in which a line has them, as the file
 * {@code calls.txt} lists them.
 *
 * @param name such as {@code MPI_Send}
 * @param op that it becomes; null if that depends on its arguments
 * @param arguments that mean something, and {@link Argument#SKIPPED}
 * @param fields how many fields they are, of lists two each
 */
record CallFields(String name, @Nullable OpCode op, List<Argument> arguments, int fields) {
  private static final List<CallFields> CALLS = read();
  private static final int SLOTS = 1 << 10;
  private static final @Nullable CallFields[] BY_HASH = byHash();

  /** What an argument is. */
  enum Argument {
    SKIPPED,
    COUNT,
    DATATYPE,
    DEST,
    SOURCE,
    TAG,
    COMM,
    REQUEST,
    REQUESTS_COUNT,
    REQUESTS,
    SENDBUF,
    SENDCOUNT,
    SENDTYPE,
    SENDTAG,
    RECVBUF,
    RECVCOUNT,
    RECVTYPE,
    RECVTAG,
    SENDCOUNTS,
    RECVCOUNTS,
    DISPLS,
    ROOT,
    OP,
    COLOR,
    KEY;

    /** Whether it is an address and then a number for each rank. */
    boolean isList() {
      return this == SENDCOUNTS || this == RECVCOUNTS || this == DISPLS;
    }
  }

  /** All of them. */
  static List<CallFields> all() {
    return CALLS;
  }

  /** The call whose name is the field of a line, null if it becomes no op. */
  static @Nullable CallFields of(LineReader line) {
    int slot = line.fieldHash() & SLOTS - 1;
    for (CallFields call = BY_HASH[slot]; call != null; call = BY_HASH[slot]) {
      if (line.isField(call.name)) {
        return call;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    return null;
  }

  private static @Nullable CallFields[] byHash() {
    @Nullable CallFields[] table = new CallFields[SLOTS];
    for (CallFields call : CALLS) {
      int slot = LineReader.hash(call.name) & SLOTS - 1;
      while (table[slot] != null) {
        slot = slot + 1 & SLOTS - 1;
      }
      table[slot] = call;
    }
    return table;
  }

  private static List<CallFields> read() {
    try (InputStream in =
        Objects.requireNonNull(CallFields.class.getResourceAsStream("calls.txt"), "calls.txt")) {
      List<CallFields> calls = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.startsWith("#")) {
          calls.add(call(line.split(" ", -1)));
        }
      }
      return List.copyOf(calls);
    } catch (IOException e) {
      throw new UncheckedIOException("the table of liballprof's calls cannot be read", e);
    }
  }

  private static CallFields call(String[] words) {
    List<Argument> arguments = new ArrayList<>();
    int fields = 0;
    for (int i = 1; i < words.length; i++) {
      Argument argument = argument(words[i].toUpperCase(Locale.ROOT));
      arguments.add(argument);
      fields += argument.isList() ? 2 : 1;
    }
    String op = words[0].replaceFirst("^MPI_", "").replace("Init_thread", "Init");
    return new CallFields(
        words[0], op(op.toUpperCase(Locale.ROOT)), List.copyOf(arguments), fields);
  }

  private static Argument argument(String name) {
    for (Argument argument : Argument.values()) {
      if (argument.name().equals(name)) {
        return argument;
      }
    }
    return Argument.SKIPPED;
  }

  private static @Nullable OpCode op(String name) {
    for (OpCode code : OpCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return null;
  }
}
