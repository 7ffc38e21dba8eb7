package org.foretell;

import java.util.ResourceBundle;

/** The version that the build wrote into the jar. */
public final class Version {
  private Version() {}

  /** {@return the version alone, like {@code "1.2.3"}} */
  public static String text() {
    return ResourceBundle.getBundle("org.foretell.version").getString("version");
  }
}
