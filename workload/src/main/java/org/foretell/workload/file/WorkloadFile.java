package org.foretell.workload.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.json.JsonText;
import org.foretell.workload.job.Workload;

/** Reads files of jobs, whatever their format: JSON of Foretell or of Batsim, or SWF. */
public final class WorkloadFile {
  /** The largest file, bytes. */
  static final int MOST_BYTES = 1 << 30;

  private static final int SHOWN = 50;

  private WorkloadFile() {}

  /**
   * Reads a file.
   *
   * @param file its traces are relative to its folder
   * @param coresPerNode of the machine, which counts nodes where a file counts processors
   * @param seed of random arrivals
   * @return the jobs
   * @throws ForetellException if it cannot be read, or with all that is wrong in it
   */
  public static Workload read(Path file, int coresPerNode, long seed) {
    byte[] bytes = bytes(file);
    int first = 0;
    while (first < bytes.length && Character.isWhitespace(bytes[first])) {
      first++;
    }
    if (first == bytes.length || bytes[first] != '{') {
      return new SwfFile(file.toString(), coresPerNode).read(bytes);
    }
    Findings findings = new Findings(file.toString());
    try {
      JsonValue root = JsonText.read(bytes, findings);
      if (!(root instanceof Members object)) {
        findings.wrong(root, "an object {...} that lists jobs");
        throw findings.exception();
      }
      return object.byName().containsKey("profiles")
          ? new BatsimFile(findings, folder(file)).read(object)
          : new MixFile(findings, folder(file), seed).read(object);
    } catch (MachineFileException wrong) {
      throw wrong(file, wrong.findings());
    }
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? Path.of("") : parent;
  }

  private static byte[] bytes(Path file) {
    if (!Files.isRegularFile(file)) {
      throw ForetellException.badInput(
          "file of jobs "
              + file
              + ": "
              + (Files.exists(file) ? "is no regular file" : "there is no such file"));
    }
    try (InputStream input = Files.newInputStream(file)) {
      if (Files.size(file) > MOST_BYTES) {
        throw ForetellException.badInput("file of jobs " + file + ": has more than 1 GiB");
      }
      return input.readAllBytes();
    } catch (IOException failure) {
      throw ForetellException.badInput(
          "file of jobs " + file + ": cannot be read: " + failure.getMessage());
    }
  }

  private static ForetellException wrong(Path file, List<Finding> findings) {
    String shown =
        findings.stream()
            .limit(SHOWN)
            .map(finding -> "\n  " + finding)
            .collect(Collectors.joining());
    String more = findings.size() > SHOWN ? "\n  and " + (findings.size() - SHOWN) + " more" : "";
    return ForetellException.badInput(
        "file of jobs "
            + file
            + " has "
            + (findings.size() == 1 ? "1 mistake" : findings.size() + " mistakes")
            + ":"
            + shown
            + more);
  }
}
