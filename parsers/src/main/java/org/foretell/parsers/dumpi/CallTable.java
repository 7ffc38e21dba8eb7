package org.foretell.parsers.dumpi;

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

/** All calls of the format by their numbers, as the file {@code calls.txt} lists them. */
final class CallTable {
  private static final String UNKNOWN = "unknown";
  private static final String NO_CALL = "all-functions";
  private static final List<@Nullable CallLayout> CALLS = read();

  /** The label after the last record of a file. */
  static final int END_OF_STREAM = CALLS.size();

  private CallTable() {}

  /** The call of a number, null if there is none, or if none of its records is known. */
  static @Nullable CallLayout of(int id) {
    return id < 0 || id >= CALLS.size() ? null : CALLS.get(id);
  }

  /** The call of a name. */
  static CallLayout named(String name) {
    return CALLS.stream()
        .filter(call -> call != null && call.name().equals(name))
        .map(Objects::requireNonNull)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no call " + name));
  }

  private static List<@Nullable CallLayout> read() {
    try (InputStream in =
        Objects.requireNonNull(CallTable.class.getResourceAsStream("calls.txt"), "calls.txt")) {
      List<@Nullable CallLayout> calls = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.startsWith("#")) {
          calls.add(call(calls.size(), line.split(" ", -1)));
        }
      }
      return calls;
    } catch (IOException e) {
      throw new UncheckedIOException("the table of DUMPI's calls cannot be read", e);
    }
  }

  private static @Nullable CallLayout call(int id, String[] words) {
    if (words[0].equals(NO_CALL) || (words.length == 2 && words[1].equals(UNKNOWN))) {
      return null;
    }
    String[] names = words[0].split("=", -1);
    String op = names.length == 2 ? names[1] : names[0].replaceFirst("^MPI_", "");
    List<CallLayout.Field> fields = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      boolean atRootOnly = words[i].startsWith("?");
      String[] field = words[i].substring(atRootOnly ? 1 : 0).split(":", -1);
      CallLayout.Kind kind = CallLayout.Kind.valueOf(field[1].toUpperCase(Locale.ROOT));
      fields.add(new CallLayout.Field(field[0], kind, atRootOnly));
    }
    return new CallLayout(id, names[0], op(op.toUpperCase(Locale.ROOT)), fields);
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
