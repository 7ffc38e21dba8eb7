package org.foretell.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the jars of our own modules into one for the launcher, which thereby keeps some twenty
 * files fewer open. Libraries of others stay what they are, and are named in the manifest. Needs no
 * class but those of the JDK, so that {@code sim} of a checkout can run it as a source file.
 */
public final class JoinedModules {
  private static final String MAIN = "sim.jar";
  private static final String SERVICES = "META-INF/services/";

  private JoinedModules() {}

  /**
   * Writes the jar.
   *
   * @param args the folder of all jars, and the jar to write, in a folder beside that one
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("expected a folder and a jar, found " + args.length);
    }
    write(Path.of(args[0]), Path.of(args[1]));
  }

  static void write(Path libraries, Path joined) throws IOException {
    List<Path> own = new ArrayList<>();
    try (Stream<Path> all = Files.list(libraries)) {
      all.filter(jar -> isOwn(jar.getFileName().toString())).sorted().forEach(own::add);
    }
    TreeMap<String, byte[]> content = new TreeMap<>();
    long time = 0;
    for (Path jar : own) {
      try (JarFile file = new JarFile(jar.toFile())) {
        for (JarEntry entry : file.stream().filter(JoinedModules::isJoined).toList()) {
          time = Math.max(time, entry.getTime());
          content.merge(entry.getName(), bytes(file, entry), (a, b) -> both(entry, a, b));
        }
      }
    }
    Files.createDirectories(joined.toAbsolutePath().getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(joined))) {
      put(out, JarFile.MANIFEST_NAME, bytes(manifest(libraries)), time);
      for (Map.Entry<String, byte[]> entry : content.entrySet()) {
        put(out, entry.getKey(), entry.getValue(), time);
      }
    }
  }

  private static boolean isOwn(String name) {
    return name.equals(MAIN) || (name.startsWith("foretell") && name.endsWith(".jar"));
  }

  /** On the class path nobody reads descriptors of modules; each jar has its own manifest. */
  private static boolean isJoined(JarEntry entry) {
    return !entry.isDirectory()
        && !entry.getName().equals("module-info.class")
        && !entry.getName().equals(JarFile.MANIFEST_NAME)
        && !entry.getName().startsWith("META-INF/maven/");
  }

  private static byte[] bytes(JarFile file, JarEntry entry) throws IOException {
    try (InputStream in = file.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  /** Providers of a service may be in several modules; whatever else is there twice is the same. */
  private static byte[] both(JarEntry entry, byte[] first, byte[] second) {
    if (!entry.getName().startsWith(SERVICES)) {
      if (!Arrays.equals(first, second)) {
        throw new IllegalStateException(entry.getName() + " is in two modules, and differs");
      }
      return first;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(first);
    all.write('\n');
    all.writeBytes(second);
    return all.toByteArray();
  }

  /** That of the main jar, which names libraries of others by their places beside it. */
  private static Manifest manifest(Path libraries) throws IOException {
    try (JarFile main = new JarFile(libraries.resolve(MAIN).toFile())) {
      Manifest manifest = new Manifest(main.getManifest());
      Attributes attributes = manifest.getMainAttributes();
      String others =
          Stream.of(attributes.getValue(Attributes.Name.CLASS_PATH).split(" "))
              .filter(name -> !isOwn(name))
              .map(name -> "../" + libraries.getFileName() + "/" + name)
              .collect(Collectors.joining(" "));
      attributes.put(Attributes.Name.CLASS_PATH, others);
      return manifest;
    }
  }

  private static byte[] bytes(Manifest manifest) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    manifest.write(out);
    return out.toByteArray();
  }

  private static void put(JarOutputStream out, String name, byte[] bytes, long time)
      throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(time);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
