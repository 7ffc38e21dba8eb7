package org.foretell.setting;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.foretell.failure.ForetellException;
import org.foretell.machines.findings.FileBytes;
import org.foretell.trace.RegularFile;

/** Finds what a jar of others provides. Its classes stay loaded as long as the process runs. */
public final class PlugInJar {
  private PlugInJar() {}

  /** The SHA-256 of a jar's bytes; of one that is not there none, which {@link #load} says. */
  static String sha256(Path jar) {
    try {
      return Files.isRegularFile(jar) ? FileBytes.sha256(Files.readAllBytes(jar)) : "";
    } catch (IOException e) {
      throw ForetellException.badInput(jar + ": cannot be read as a jar: " + RegularFile.reason(e));
    }
  }

  /**
   * Makes one of each kind that a jar provides.
   *
   * @param service what is looked for
   * @param what it is called in messages, in the plural
   */
  public static <S> List<S> load(Class<S> service, Path jar, String what) {
    String services = "META-INF/services/" + service.getName();
    if (!Files.isRegularFile(jar)) {
      throw ForetellException.badInput(jar + ": is not a file; expected a jar with " + what);
    }
    try (JarFile opened = new JarFile(jar.toFile())) {
      if (opened.getEntry(services) == null) {
        throw ForetellException.badInput(
            jar
                + ": has no "
                + what
                + ": expected an entry "
                + services
                + " that names their providers");
      }
      // Not closed: what is found needs its classes.
      URLClassLoader loader =
          new URLClassLoader(new URL[] {jar.toUri().toURL()}, PlugInJar.class.getClassLoader());
      return ServiceLoader.load(service, loader).stream()
          .filter(provider -> provider.type().getClassLoader() == loader)
          .map(ServiceLoader.Provider::get)
          .toList();
    } catch (IOException e) {
      throw ForetellException.badInput(jar + ": cannot be read as a jar: " + RegularFile.reason(e));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw ForetellException.badInput(
          jar + ": its " + what + " cannot be loaded, perhaps built against another version: " + e);
    }
  }
}
