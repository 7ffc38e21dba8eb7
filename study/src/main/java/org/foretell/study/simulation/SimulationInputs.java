package org.foretell.study.simulation;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceReading;
import org.foretell.study.description.Simulated;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.recorded.WfFormatFile;
import org.foretell.workload.Mix;

/**
 * The files of a mix or a workflow, read and hashed once.
 *
 * @param file of the jobs or the pipeline
 * @param all files that decide a run: this one, traces and tables
 * @param hashes of their contents
 * @param pipeline of the file; empty of a mix or a recorded workflow
 */
public record SimulationInputs(
    Path file, Set<Path> all, String hashes, Optional<Pipeline> pipeline) {
  /**
   * Reads the files.
   *
   * @param simulated which
   * @param base folder that its file is relative to
   * @param seed of its first run
   * @throws ForetellException if a file is missing or wrong
   * @throws org.foretell.trace.TraceException if a trace is missing
   */
  public static SimulationInputs read(Simulated simulated, Path base, long seed) {
    Path file = base.resolve(simulated.file());
    if (simulated.isQueue()) {
      return of(file, Mix.files(file, seed, simulated.replications()), Optional.empty());
    }
    if (WfFormatFile.isOne(file)) {
      WfFormatFile.read(file); // What is wrong with it is said now.
      return of(file, Set.of(file), Optional.empty());
    }
    return of(file, PipelineFile.files(file), Optional.of(PipelineFile.read(file)));
  }

  private static SimulationInputs of(Path file, Set<Path> all, Optional<Pipeline> pipeline) {
    String hashes = all.stream().map(TraceReading::sha256).collect(Collectors.joining("\n"));
    return new SimulationInputs(file, all, hashes, pipeline);
  }
}
