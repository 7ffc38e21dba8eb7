package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.foretell.trace.TraceInfo;
import org.jspecify.annotations.Nullable;

/** The JSON that {@code sim info --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record InfoDocument(
    int formatVersion,
    String version,
    RunDocument.TraceEntry trace,
    String title,
    @Nullable Double baseFlopsPerSecond,
    List<String> callSites,
    List<String> phases,
    List<String> contains,
    RunDocument.VolumeEntry sent,
    @Nullable WorkEntry work,
    List<OpEntry> ops,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** All ops of one kind. */
  record OpEntry(String type, long count, int ranks, Number bytes, double tracedSeconds) {
    static OpEntry of(TraceContents.Kind kind) {
      return new OpEntry(
          RunDocument.word(kind.code()),
          kind.count(),
          kind.ranks(),
          RunDocument.number(kind.bytes()),
          kind.timePs().toSeconds());
    }
  }

  /** What bursts say that they do; null where none says it. */
  record WorkEntry(long bursts, Number flops, Number memoryBytes) {
    static @Nullable WorkEntry of(TraceContents.StatedWork work) {
      return work.bursts() == 0
          ? null
          : new WorkEntry(
              work.bursts(),
              RunDocument.number(work.flops()),
              RunDocument.number(work.memoryBytes()));
    }
  }

  static InfoDocument of(InfoResult result) {
    TraceSummary trace = result.trace();
    TraceInfo info = trace.info();
    return new InfoDocument(
        FORMAT_VERSION,
        result.version(),
        RunDocument.TraceEntry.of(trace, result.contents().operations()),
        info.name(),
        info.baseFlopsPerSecond() == 0 ? null : info.baseFlopsPerSecond(),
        trace.tables().callSites(),
        trace.tables().markers(),
        trace.capabilities().stream().sorted().map(RunDocument::word).toList(),
        RunDocument.VolumeEntry.of(result.contents().sent()),
        WorkEntry.of(result.contents().work()),
        result.contents().kinds().stream().map(OpEntry::of).toList(),
        result.warnings());
  }
}
