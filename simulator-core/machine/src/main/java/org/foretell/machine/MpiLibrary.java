package org.foretell.machine;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MPI libraries by the text with which they describe themselves, as {@code MPI_Get_library_version}
 * returns it.
 */
public final class MpiLibrary {
  /** Names of the profiles of collectives that follow a library. */
  public static final Set<String> PROFILES = Set.of("mpich3", "mpich4", "ompi4", "ompi5");

  private static final Pattern VERSION =
      Pattern.compile("(Open MPI v|MPICH Version:\\s*|MPICH )(\\d+)\\.(\\d+)[.\\w]*");

  private MpiLibrary() {}

  /**
   * {@return the name of the profile of collectives that a library follows; empty for libraries
   * whose decision tables are not known}
   *
   * @param text of the library; may stand within other text
   */
  public static Optional<String> profile(String text) {
    Matcher version = VERSION.matcher(text);
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

  /**
   * {@return the name and version of a library; empty as for {@link #profile}}
   *
   * @param text of the library; may stand within other text
   */
  public static Optional<String> name(String text) {
    Matcher version = VERSION.matcher(text);
    return version.find()
        ? Optional.of(version.group().replaceAll("Version:\\s*", ""))
        : Optional.empty();
  }
}
