package org.foretell.cli;

import java.util.ResourceBundle;
import picocli.CommandLine.IVersionProvider;

/** Reads the version that the build wrote into the jar. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    ResourceBundle build = ResourceBundle.getBundle("org.foretell.cli.version");
    return new String[] {"sim " + build.getString("version")};
  }
}
