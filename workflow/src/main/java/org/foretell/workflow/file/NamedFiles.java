package org.foretell.workflow.file;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The files that a pipeline file names, relative to its folder. For one thread. */
final class NamedFiles {
  private final Path folder;
  private final Set<Path> all = new LinkedHashSet<>();

  NamedFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * The file of a name.
   *
   * @throws java.nio.file.InvalidPathException if no file of this system can have this name
   */
  Path of(String name) {
    Path file = folder.resolve(name);
    all.add(file);
    return file;
  }

  Set<Path> all() {
    return Collections.unmodifiableSet(all);
  }
}
