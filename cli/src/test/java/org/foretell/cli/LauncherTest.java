package org.foretell.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts an installed sim, with a Java that only shows how it was called. */
class LauncherTest {
  private static final int CHUNK = 1 << 20;
  private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  @TempDir Path folder;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    script("bin/sim", launcher("sim"));
    script("jdk/bin/java", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    file("halo.bin", "");
    file("tender.json", "{}");
    file("results/study.json", "{\n  \"programs\" : [ {\n    \"trace\" : \"halo.bin\"\n  } ]\n}\n");
    file("results/answer.json", "{}");
    age("halo.bin", 3);
    age("tender.json", 2);
  }

  @Test
  void anAnsweredStudyNeedsNoOptimizingCompiler() throws Exception {
    assertTrue(isShort("study", "tender.json", "--out", "results"));
    assertTrue(isShort("study", "tender.json", "--out=results", "--html", "page.html"));
  }

  @Test
  void aStudyThatReplaysNeedsTheOptimizingCompiler() throws Exception {
    assertFalse(isShort("study", "tender.json", "--out", "elsewhere"));
    assertFalse(isShort("study", "tender.json"));
    assertFalse(isShort("study", "verify", "tender.json", "--out", "results"));
  }

  @Test
  void aChangedFileOfAStudyIsReplayed() throws Exception {
    age("halo.bin", -1);
    assertFalse(isShort("study", "tender.json", "--out", "results"));
    age("halo.bin", 3);
    age("tender.json", -1);
    assertFalse(isShort("study", "tender.json", "--out", "results"));
  }

  @Test
  void aFolderWithAShortTraceNeedsNoOptimizingCompiler() throws Exception {
    file("traces/rank-0.txt", "0 init");
    file("traces/deeper/rank-1.txt", "1 init");
    assertTrue(isShort("run", "taurus", "traces"));
    assertTrue(isShort("run", "taurus", "traces", "--csv", "results"));
    assertTrue(isShort("run", "--model=flow", "taurus", "traces"));
  }

  @Test
  void aFolderWithALongTraceNeedsTheOptimizingCompiler() throws Exception {
    file("traces/rank-0.txt", "0 init");
    file("traces/deeper/rank-1.txt", "1 init");
    lengthen("traces/rank-0.txt", 12_000_000);
    assertTrue(isShort("run", "taurus", "traces"));
    lengthen("traces/deeper/rank-1.txt", 12_000_000);
    assertFalse(isShort("run", "taurus", "traces"));
  }

  @Test
  void theLengthOfATraceIsNotThatOfAnotherFolder() throws Exception {
    file("long.txt", "0 init");
    file("traces/a/b/rank-0.txt", "0 init");
    assertFalse(isShort("run", "taurus", "traces"));
    assertFalse(isShort("run", "taurus", "--csv", "results", "long.txt"));
    assertFalse(isShort("run", "taurus", "empty"));
    Files.createDirectories(folder.resolve("empty"));
    assertFalse(isShort("run", "taurus", "empty"));
  }

  @Test
  void aPackedTraceIsAsLongAsWhatItUnpacksTo() throws Exception {
    pack("short.tar.gz", 25_000_000);
    assertTrue(isShort("run", "taurus", "short.tar.gz"));
    assertFalse(isShort("compare", "taurus", "short.tar.gz"));
    pack("long.tar.gz", 40_000_000);
    assertFalse(isShort("run", "taurus", "long.tar.gz"));
  }

  @Test
  void ofATraceThatIsPackedInPartsTheFileCounts() throws Exception {
    packInParts("parts.tgz", 300_000_000);
    assertFalse(isShort("run", "taurus", "parts.tgz"));
    packInParts("parts.tgz", 30_000_000);
    assertTrue(isShort("run", "taurus", "parts.tgz"));
    file("tiny.tar.gz", "");
    assertTrue(isShort("run", "taurus", "tiny.tar.gz"));
  }

  /** There is nothing to run the one for Windows with, so what it says is compared. */
  @Test
  void theLauncherForWindowsStartsTheSameJar() throws IOException {
    Pattern unix = Pattern.compile("jar=\\$home/(\\w+/sim\\.jar)$", Pattern.MULTILINE);
    Pattern windows = Pattern.compile("set \"JAR=%~dp0\\.\\.\\\\(.*)\"\\R?$", Pattern.MULTILINE);
    List<String> jars = groups(unix, launcher("sim"));
    assertEquals(List.of("app/sim.jar", "lib/sim.jar"), jars);
    String batch = launcher("sim.bat");
    assertEquals(jars, groups(windows, batch).stream().map(jar -> jar.replace('\\', '/')).toList());
    assertTrue(batch.contains("if not exist \"%JAR%\" set \"JAR=%~dp0..\\lib\\sim.jar\""));
    assertTrue(batch.contains(" -jar \"%JAR%\" %*"));
  }

  private static String launcher(String name) throws IOException {
    return Files.readString(Path.of("..", "dist", "src", "main", "bin", name));
  }

  private static List<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private void lengthen(String name, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
      file.setLength(bytes);
    }
  }

  private boolean isShort(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bin/sim"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", folder.resolve("jdk").toString());
    Process process = builder.redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertEquals(0, process.waitFor(), lines.toString());
    assertTrue(lines.contains(arguments[0]), lines.toString());
    return lines.contains(QUICK_COMPILER);
  }

  private void age(String name, int hours) throws IOException {
    Files.setLastModifiedTime(
        folder.resolve(name), FileTime.from(Instant.now().minusSeconds(3600L * hours)));
  }

  private void pack(String name, int bytes) throws IOException {
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      for (int left = bytes; left > 0; left -= CHUNK) {
        packed.write(new byte[Math.min(left, CHUNK)]);
      }
    }
  }

  private void packInParts(String name, int bytesOfFirst) throws IOException {
    pack("empty.gz", 0);
    pack(name, bytesOfFirst);
    byte[] last = Files.readAllBytes(folder.resolve("empty.gz"));
    Files.write(folder.resolve(name), last, StandardOpenOption.APPEND);
  }

  private void file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void script(String name, String text) throws IOException {
    file(name, text);
    Files.setPosixFilePermissions(
        folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
