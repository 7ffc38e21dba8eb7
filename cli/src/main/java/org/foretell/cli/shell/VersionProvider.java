package org.foretell.cli.shell;

import org.foretell.Version;
import picocli.CommandLine.IVersionProvider;

/** Provides the version. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"sim " + Version.text()};
  }
}
