package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON that {@code sim explain --json} writes. Names and meanings are stable and documented in
 * {@code docs/output.md}; a change that breaks readers raises {@link #FORMAT_VERSION}.
 *
 * @param formatVersion rises when a change would break a reader
 * @param run the prediction, as {@code sim run --json} writes it
 * @param criticalPath the critical path; null if unknown
 * @param efficiency the useful share of the time; null if unknown
 * @param waits where ranks wait for each other; null if unknown
 * @param classes the causes of inefficient messages; null unless requested
 * @param recorded where ranks waited for each other in the traced run; null unless requested
 * @param sensitivities how parameters affect the time; null if unknown
 * @param links the load of the network's links over time; null if there are no links, or all are
 *     idle
 * @param power of the nodes over time; null if it is unknown
 * @param warnings reasons to doubt the explanation
 */
@JsonInclude(Include.ALWAYS)
public record ExplainDocument(
    int formatVersion,
    RunDocument run,
    @Nullable CriticalPathEntry criticalPath,
    @Nullable LadderEntry efficiency,
    @Nullable WaitsEntry waits,
    @Nullable ClassesEntry classes,
    @Nullable RecordedEntry recorded,
    @Nullable SensitivitiesEntry sensitivities,
    @Nullable LinksEntry links,
    @Nullable PowerEntry power,
    List<String> warnings) {
  static final int FORMAT_VERSION = 1;

  /**
   * Creates the document of a result.
   *
   * @param result as {@code sim explain} gives it
   * @return the same, with times in seconds and kinds as words
   */
  public static ExplainDocument of(ExplainResult result) {
    return new ExplainDocument(
        FORMAT_VERSION,
        result.run().document(),
        result
            .criticalPath()
            .map(path -> CriticalPathEntry.of(path, result.run().trace().tables()))
            .orElse(null),
        result
            .efficiency()
            .map(ladder -> LadderEntry.of(ladder, result.run().trace().tables()))
            .orElse(null),
        result
            .waits()
            .map(waits -> WaitsEntry.of(waits, result.run().trace().tables()))
            .orElse(null),
        result
            .classes()
            .map(
                found ->
                    ClassesEntry.of(
                        found.classifier(), found.summary(), result.run().trace().tables()))
            .orElse(null),
        result
            .recorded()
            .map(recorded -> RecordedEntry.of(recorded, result.run().trace().tables()))
            .orElse(null),
        result
            .sensitivities()
            .map(found -> SensitivitiesEntry.of(found, result.run().prediction().makespanPs()))
            .orElse(null),
        result.links().map(LinksEntry::of).orElse(null),
        result.power().map(PowerEntry::of).orElse(null),
        result.warnings());
  }
}
