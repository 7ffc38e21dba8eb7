package org.foretell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version that the build wrote into the jar. */
public final class Version {
  private static final String TEXT = read();

  private Version() {}

  /** {@return the version alone, like {@code "1.2.3"}} */
  public static String text() {
    return TEXT;
  }

  /** Not as a resource bundle, which looks for one of each locale, and at every start. */
  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(properties.getProperty("version"));
  }
}
