package org.foretell.machines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A small machine file that uses everything there is. */
public final class Cluster {
  public static final String TEXT = read();

  private Cluster() {}

  /** The file with one place changed. */
  public static String with(String place, String replacement) {
    if (!TEXT.contains(place)) {
      throw new IllegalArgumentException("cluster.json has no " + place);
    }
    return TEXT.replace(place, replacement);
  }

  private static String read() {
    try (InputStream input = Cluster.class.getResourceAsStream("cluster.json")) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
