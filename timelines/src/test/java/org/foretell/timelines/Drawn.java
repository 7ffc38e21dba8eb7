package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.foretell.Foretell;
import org.foretell.report.RunResult;

/** A run, and what its timeline contains. */
record Drawn(RunResult result, ReadTimeline read, List<byte[]> files) {
  static Drawn of(Path trace, String machine, TimelineFormat format, TimelineSelection selection) {
    try {
      Path folder = Files.createTempDirectory("foretell");
      try {
        return of(trace, machine, format, selection, folder.resolve("run.otf2"));
      } finally {
        PathUtils.deleteDirectory(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Drawn of(
      Path trace,
      String machine,
      TimelineFormat format,
      TimelineSelection selection,
      Path archive) {
    int count = format == TimelineFormat.PARAVER ? 3 : 1;
    List<ByteArrayOutputStream> outs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outs.add(new ByteArrayOutputStream());
    }
    List<Timeline> made = new ArrayList<>();
    RunResult result =
        Foretell.prediction()
            .machine(machine)
            .trace(trace)
            .interval(false)
            .observer(
                (tables, places) -> {
                  List<OutputStream> streams = List.copyOf(outs);
                  made.add(
                      format == TimelineFormat.OTF2
                          ? new Timeline(archive, selection, tables, places::node)
                          : new Timeline(format, streams, selection, tables, places::node));
                  return made.get(0);
                })
            .run();
    try (Timeline timeline = made.get(0)) {
      timeline.end();
      timeline.commit();
      assertThat(timeline.hasEnded()).isTrue();
    }
    List<byte[]> files = outs.stream().map(ByteArrayOutputStream::toByteArray).toList();
    ReadTimeline read =
        switch (format) {
          case CHROME_JSON -> ReadTimeline.chrome(files.get(0));
          case OTF2 -> ReadArchive.of(archive);
          case PERFETTO -> ReadTimeline.perfetto(files.get(0));
          case PARAVER ->
              ReadTimeline.paraver(
                  new String(files.get(0), UTF_8),
                  new String(files.get(1), UTF_8),
                  new String(files.get(2), UTF_8));
        };
    return new Drawn(result, read, files);
  }

  /** The lines of one of the files. */
  Stream<String> lines(int file) {
    return new String(files.get(file), UTF_8).lines();
  }
}
