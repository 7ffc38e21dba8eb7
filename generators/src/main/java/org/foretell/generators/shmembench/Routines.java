package org.foretell.generators.shmembench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The lists of routines that ship. */
final class Routines {
  private Routines() {}

  static List<Routine> of(BenchLanguage language) {
    List<Routine> all = new ArrayList<>();
    Map<String, Routine.Type> types = new HashMap<>();
    for (String line : resource(language.routines()).lines().toList()) {
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("type ")) {
        String[] words = line.split("\\s+", 4);
        String bytes = words[2].equals("=") ? "sizeof(" + words[3] + ")" : words[2];
        types.put(words[1], new Routine.Type(words[1], bytes, words[3]));
        continue;
      }
      String[] words = line.split("\\s+", -1);
      TestClass of = TestClass.valueOf(words[0].toUpperCase(Locale.ROOT));
      for (String name : words.length == 5 ? words[4].split(",", -1) : new String[] {"none"}) {
        Routine.Type type = Objects.requireNonNull(types.get(name), name);
        all.add(new Routine(of, words[1], words[2], words[3].replace("@", name), type));
      }
    }
    return all;
  }

  static String resource(String name) {
    try (InputStream stream = Routines.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
