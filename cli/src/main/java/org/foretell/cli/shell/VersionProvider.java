package org.foretell.cli.shell;

import java.util.ResourceBundle;
import picocli.CommandLine.IVersionProvider;

/** Reads the version that the build wrote into the jar. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"sim " + version()};
  }

  /** The version alone. */
  public static String version() {
    return ResourceBundle.getBundle("org.foretell.cli.version").getString("version");
  }
}
