package org.foretell.cli.explain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.foretell.page.ChartPictures;
import org.foretell.page.PageRecorder;
import org.foretell.report.ExplainResult;

/** The charts of an explanation as files in a folder, all or none of them. */
final class ChartFiles {
  private ChartFiles() {}

  /** The files that {@link #write} may make in a folder. */
  static List<Path> files(Path folder) {
    return ChartPictures.names().stream().map(name -> file(folder, name)).toList();
  }

  private static Path file(Path folder, String name) {
    return folder.resolve(name + ".png");
  }

  static void write(ExplainResult result, PageRecorder recorder, Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw ForetellException.outputFailed(folder + " cannot be made: " + OutputFile.reason(e));
    }
    Map<Path, OutputFile.Content> contents = new LinkedHashMap<>();
    ChartPictures.of(result, recorder)
        .forEach((name, bytes) -> contents.put(file(folder, name), out -> out.write(bytes)));
    OutputFile.writeAll(contents);
  }
}
