package org.foretell.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Answers by the name of their case: a line each, name, tab, JSON, in the order of the names. */
final class GoldenFile {
  private static final Path FOLDER = Path.of("src/test/resources/org/foretell/golden");

  private GoldenFile() {}

  static SortedMap<String, String> read(String question) throws IOException {
    SortedMap<String, String> answers = new TreeMap<>();
    try (InputStream file = Files.newInputStream(path(question));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int tab = line.indexOf('\t');
        answers.put(line.substring(0, tab), line.substring(tab + 1));
      }
    }
    return answers;
  }

  /** Equal answers make equal bytes: the header of the archive has no time. */
  static void write(String question, Map<String, String> answers) throws IOException {
    Files.createDirectories(FOLDER);
    try (OutputStream file = Files.newOutputStream(path(question));
        OutputStream packed = new GZIPOutputStream(file)) {
      for (Map.Entry<String, String> one : new TreeMap<>(answers).entrySet()) {
        packed.write(
            (one.getKey() + "\t" + one.getValue() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static Path path(String question) {
    return FOLDER.resolve(question + ".jsonl.gz");
  }
}
