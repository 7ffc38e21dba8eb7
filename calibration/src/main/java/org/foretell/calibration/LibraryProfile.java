package org.foretell.calibration;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The profile of collectives that an MPI library follows, by its self-description. */
final class LibraryProfile {
  private static final Pattern VERSION =
      Pattern.compile("^(Open MPI v|MPICH Version:\\s*)(\\d+)\\.(\\d+)");

  private LibraryProfile() {}

  /** The name of the profile; empty for libraries whose tables are not known. */
  static Optional<String> of(String library) {
    Matcher version = VERSION.matcher(library);
    if (!version.find()) {
      return Optional.empty();
    }
    int major = Integer.parseInt(version.group(2));
    int minor = Integer.parseInt(version.group(3));
    if (version.group(1).startsWith("MPICH")) {
      return Optional.of(major >= 4 ? "mpich4" : "mpich3");
    }
    return Optional.of(major > 4 || (major == 4 && minor >= 1) ? "ompi5" : "ompi4");
  }
}
