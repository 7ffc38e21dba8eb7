package org.foretell.parsers.dumpi;

/** A version of the format. */
record Version(int major, int minor, int micro) {
  /** Whether it is a version or a later one. */
  boolean isAtLeast(int otherMajor, int otherMinor, int otherMicro) {
    if (major != otherMajor) {
      return major > otherMajor;
    }
    return minor != otherMinor ? minor > otherMinor : micro >= otherMicro;
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + micro;
  }
}
