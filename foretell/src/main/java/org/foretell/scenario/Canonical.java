package org.foretell.scenario;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.models.noise.NoiseTrace;
import org.jspecify.annotations.Nullable;

/**
 * Values as text of which there is one for each value: members of maps in the order of their names,
 * numbers to the last bit, texts with their lengths, so that no two values have the same. Of a
 * record all components count, those that are added later too.
 */
final class Canonical {
  private Canonical() {}

  /** Whatever says itself what it contains. */
  interface Content {
    /** Equal for equal content only. */
    String content();
  }

  /** The SHA-256 of a text, 64 hexadecimal digits. */
  static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The beginning of a SHA-256. */
  static MessageDigest digest(String beginning) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(beginning.getBytes(StandardCharsets.UTF_8));
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The SHA-256 of a text of which the beginning is known; the beginning can be used again. */
  static String sha256(MessageDigest beginning, String rest) {
    try {
      MessageDigest whole = (MessageDigest) beginning.clone();
      return HexFormat.of().formatHex(whole.digest(rest.getBytes(StandardCharsets.UTF_8)));
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the digests of the JDK can be copied", e);
    }
  }

  static String of(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(text, value);
    return text.toString();
  }

  private static void write(StringBuilder text, @Nullable Object value) {
    if (value == null) {
      text.append("none");
    } else if (value instanceof String string) {
      text.append(string.length()).append(':').append(string);
    } else if (value instanceof Double number) {
      text.append(Double.toHexString(number));
    } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
      text.append(value);
    } else if (value instanceof Enum<?> word) {
      text.append(word.name());
    } else if (value instanceof Optional<?> optional) {
      write(text, optional.orElse(null));
    } else if (value instanceof List<?> list) {
      text.append('[');
      list.forEach(element -> separate(text, element));
      text.append(']');
    } else if (value instanceof Map<?, ?> map) {
      text.append('{');
      Map<String, Object> sorted = mayNameTwice(map) ? new LinkedHashMap<>() : new TreeMap<>();
      map.forEach((name, member) -> sorted.put((String) name, member));
      sorted.forEach(
          (name, member) -> {
            write(text, name);
            text.append('=');
            separate(text, member);
          });
      text.append('}');
    } else {
      writeObject(text, value);
    }
  }

  /** Call sites go by text or number: if both are there, the last that names a site counts. */
  private static boolean mayNameTwice(Map<?, ?> map) {
    long numbers = map.keySet().stream().filter(Canonical::isNumber).count();
    return numbers > 0 && numbers < map.size();
  }

  /** What counts of a machine: all figures, and a topology that a program made as itself. */
  static String machine(LoadedMachine loaded) {
    return of(loaded.machine().name())
        + of(MachineJson.figuresWithoutTopology(loaded.machine()))
        + of(loaded.otherFigures().topology());
  }

  private static boolean isNumber(Object name) {
    return String.valueOf(name).chars().allMatch(letter -> letter >= '0' && letter <= '9');
  }

  private static void separate(StringBuilder text, @Nullable Object value) {
    write(text, value);
    text.append(',');
  }

  private static void writeObject(StringBuilder text, Object value) {
    if (value instanceof Content own) {
      write(text, own.content());
    } else if (value instanceof Machine machine) {
      write(text, machine(MachineFiles.of(machine)));
    } else if (value instanceof Placement places) {
      write(text, sha256(places(places)));
    } else if (value instanceof NoiseTrace trace) {
      write(text, sha256(Arrays.toString(trace.startsPs()) + Arrays.toString(trace.lengthsPs())));
    } else if (value instanceof Record record) {
      text.append('(');
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        text.append(component.getName()).append('=');
        separate(text, component(record, component));
      }
      text.append(')');
    } else {
      throw new AssertionError("there is no canonical form of " + value.getClass());
    }
  }

  private static String places(Placement places) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < places.ranks(); rank++) {
      text.append(places.node(rank)).append('.').append(places.core(rank));
      text.append('/').append(places.ranksOnCore(rank)).append(',');
    }
    return text.toString();
  }

  private static @Nullable Object component(Record record, RecordComponent component) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true); // Records of this room may be private.
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("component " + component.getName() + " of " + record.getClass(), e);
    }
  }
}
