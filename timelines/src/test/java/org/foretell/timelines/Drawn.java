package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.Foretell;
import org.foretell.report.RunResult;

/** A run, and what its timeline contains. */
record Drawn(RunResult result, ReadTimeline read, List<byte[]> files) {
  static Drawn of(Path trace, String machine, TimelineFormat format, TimelineSelection selection) {
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
                  made.add(
                      new Timeline(
                          format,
                          List.<OutputStream>copyOf(outs),
                          selection,
                          tables,
                          places::node));
                  return made.get(0);
                })
            .run();
    try (Timeline timeline = made.get(0)) {
      timeline.end();
      assertThat(timeline.hasEnded()).isTrue();
    }
    List<byte[]> files = outs.stream().map(ByteArrayOutputStream::toByteArray).toList();
    ReadTimeline read =
        switch (format) {
          case CHROME_JSON -> ReadTimeline.chrome(files.get(0));
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
