package org.foretell.workflow.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.json.FileFields;
import org.foretell.machines.json.JsonText;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.pipeline.Stage;
import org.foretell.workflow.task.TaskKind;

/**
 * Reads pipeline files, JSON in UTF-8 of at most 16 MiB, as {@code docs/workflows.md} and {@link
 * #schema()} describe them. All errors are reported at once.
 */
public final class PipelineFile {
  private static final String SCHEMA = "pipeline.schema.json";
  private static final int FORMAT_VERSION = 1;
  private static final int SHOWN = 50;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}");
  private static final String NAME_ALLOWED =
      "letters, digits, blanks and . _ + -, at most 64, like \"align\"";
  private static final Pattern LINE = Pattern.compile("\\S.{0,499}");
  private static final String LINE_ALLOWED = "a string of one line, at most 500 characters";
  private static final int MOST_NAMES = 1 << 20;
  private static final long USUAL_BYTES = 1024;
  private static final String LIST_ALLOWED =
      "a number of names from 1 to " + MOST_NAMES + ", or an array of different names";

  private final Findings findings;
  private final NamedFiles files;

  private PipelineFile(Findings findings, NamedFiles files) {
    this.findings = findings;
    this.files = files;
  }

  /**
   * Reads a file.
   *
   * @param file tables of durations and traces are relative to its folder
   * @return the pipeline
   * @throws ForetellException if it cannot be read, or with all that is wrong in it
   */
  public static Pipeline read(Path file) {
    return read(file, new NamedFiles(folder(file)));
  }

  /**
   * {@return the files that decide what a pipeline is: its own, tables of durations, and traces}
   *
   * @param file as for {@link #read}
   * @throws ForetellException if it cannot be read, or with all that is wrong in it
   */
  public static Set<Path> files(Path file) {
    NamedFiles named = new NamedFiles(folder(file));
    read(file, named);
    Set<Path> files = new LinkedHashSet<>(Set.of(file));
    files.addAll(named.all());
    return files;
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? Path.of("") : parent;
  }

  private static Pipeline read(Path file, NamedFiles named) {
    byte[] bytes;
    try (InputStream input = Files.newInputStream(file)) {
      bytes = input.readNBytes(FileBytes.MOST + 1);
    } catch (IOException failure) {
      throw ForetellException.badInput(
          file + " cannot be read: " + (Files.exists(file) ? failure : "no such file"));
    }
    try {
      return read(file.toString(), bytes, named);
    } catch (MachineFileException wrong) {
      throw wrong(file.toString(), wrong.findings());
    }
  }

  /** {@return the JSON Schema of pipeline files, draft 2020-12} */
  public static String schema() {
    try (InputStream input = PipelineFile.class.getResourceAsStream(SCHEMA)) {
      if (input == null) {
        throw new IllegalStateException("the schema is missing");
      }
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Pipeline read(String name, byte[] bytes, NamedFiles named) {
    Findings findings = new Findings(name);
    JsonValue root = JsonText.read(bytes, findings);
    if (!(root instanceof Members object)) {
      findings.wrong(root, "an object {...} that describes a pipeline");
      throw findings.exception();
    }
    return new PipelineFile(findings, named).pipeline(new FileFields(findings, object));
  }

  private static ForetellException wrong(String name, List<Finding> all) {
    StringBuilder message = new StringBuilder("pipeline file " + name);
    if (all.size() == 1) {
      message.append(": ").append(all.get(0));
    } else {
      message.append(" has ").append(all.size()).append(" mistakes:");
      all.stream().limit(SHOWN).forEach(finding -> message.append("\n  ").append(finding));
      if (all.size() > SHOWN) {
        message.append("\n  and ").append(all.size() - SHOWN).append(" more");
      }
    }
    return ForetellException.badInput(message.toString());
  }

  private Pipeline pipeline(FileFields file) {
    file.optionalText("$schema", LINE, LINE_ALLOWED);
    file.constant("formatVersion", FORMAT_VERSION, FORMAT_VERSION + ", the only version");
    String name = file.text("name", NAME, NAME_ALLOWED);
    texts(file, "notes", LINE, LINE_ALLOWED);
    Optional<String> speed =
        file.optionalText(
            "coreSpeed", Pattern.compile("\\d.*flop/s"), "a core speed, like \"4Gflop/s\"");
    FileFields messages = file.object("messages", false);
    PipelineFields sizes = new PipelineFields(findings, messages, files);
    long taskBytes = sizes.bytes("task", USUAL_BYTES);
    long resultBytes = sizes.bytes("result", USUAL_BYTES);
    messages.refuseOthers();
    long dealPs = new PipelineFields(findings, file, files).timePs("dealTime", 0);
    Map<String, List<String>> lists = lists(file);
    List<Stage> stages = new ArrayList<>();
    file.array("stages", true, "an array of stages [{...}, ...]")
        .ifPresent(array -> array.values().forEach(each -> stage(each).ifPresent(stages::add)));
    file.refuseOthers();
    findings.throwIfAny();
    return new Pipeline(name, speed, taskBytes, resultBytes, dealPs, lists, stages);
  }

  private Map<String, List<String>> lists(FileFields file) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    if (file.optional("lists") instanceof Members members) {
      FileFields fields = new FileFields(findings, members);
      for (String list : members.byName().keySet()) {
        JsonValue value = fields.required(list, LIST_ALLOWED);
        if (value instanceof Numeral) {
          int count = fields.wholeNumber(list, 1, MOST_NAMES);
          List<String> names = new ArrayList<>(count);
          for (int i = 0; i < count; i++) {
            names.add(String.valueOf(i));
          }
          lists.put(list, names);
        } else if (value instanceof Elements elements && !elements.values().isEmpty()) {
          lists.put(list, texts(fields, list, NAME, NAME_ALLOWED));
        } else if (value != null) {
          findings.wrong(
              value, value instanceof Elements ? "an empty array" : value.shown(), LIST_ALLOWED);
        }
      }
    } else {
      file.object("lists", false);
    }
    return lists;
  }

  private List<String> texts(FileFields fields, String name, Pattern pattern, String allowed) {
    List<String> texts = new ArrayList<>();
    fields
        .array(name, false, "an array of strings")
        .ifPresent(
            array -> {
              for (JsonValue each : array.values()) {
                if (each instanceof Text text && pattern.matcher(text.text()).matches()) {
                  texts.add(text.text());
                } else {
                  findings.wrong(each, allowed);
                }
              }
            });
    return texts;
  }

  private Optional<Stage> stage(JsonValue value) {
    if (!(value instanceof Members members)) {
      findings.wrong(value, "an object {...} that describes a stage");
      return Optional.empty();
    }
    int before = findings.count();
    FileFields fields = new FileFields(findings, members);
    String name = fields.text("name", NAME, NAME_ALLOWED);
    List<String> foreach = texts(fields, "foreach", NAME, "the name of a list");
    List<String> after = texts(fields, "after", NAME, "the name of a stage");
    PipelineFields own = new PipelineFields(findings, fields, files);
    boolean across = own.truth("acrossInstances");
    Optional<TaskKind> kind = new StageFields(own).kind();
    fields.refuseOthers();
    return findings.count() == before && kind.isPresent()
        ? Optional.of(new Stage(name, foreach, after, across, kind.get()))
        : Optional.empty();
  }
}
