package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The JSON that {@code sim check --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record CheckDocument(
    int formatVersion,
    String version,
    RunDocument.TraceEntry trace,
    boolean sound,
    String outcome,
    RunDocument.VolumeEntry sent,
    RunDocument.VolumeEntry received,
    RunDocument.VolumeEntry oneSided,
    long collectiveCalls,
    boolean reliesOnBuffers,
    boolean leavesChoices,
    List<NeedEntry> needsFileSystem,
    RunDocument.@Nullable DeadlockEntry deadlock,
    List<RunDocument.ProblemEntry> problems,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** Ops that only some machines can replay. */
  record NeedEntry(String type, long count) {}

  static CheckDocument of(CheckResult result) {
    return new CheckDocument(
        FORMAT_VERSION,
        result.version(),
        RunDocument.TraceEntry.of(result.trace(), result.contents().operations()),
        result.sound(),
        result.outcome().name().toLowerCase(Locale.ROOT),
        RunDocument.VolumeEntry.of(result.sent()),
        RunDocument.VolumeEntry.of(result.received()),
        RunDocument.VolumeEntry.of(result.oneSided()),
        result.collectiveCalls(),
        result.reliesOnBuffers(),
        result.leavesChoices(),
        result.contents().kinds().stream()
            .filter(kind -> kind.code().family() == OpCode.Family.FILE)
            .map(kind -> new NeedEntry(RunDocument.word(kind.code()), kind.count()))
            .toList(),
        result.deadlock().map(RunDocument.DeadlockEntry::of).orElse(null),
        result.problems().stream().map(RunDocument.ProblemEntry::of).toList(),
        result.warnings());
  }
}
