package org.foretell.cli.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.Setup;
import org.foretell.cli.shell.Outputs;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how long bursts take. */
public final class ComputeOptions {

  @Option(
      names = "--compute",
      paramLabel = "WHAT",
      description =
          "Durations of bursts that were recorded as histograms: mean (the default), max or sampled"
              + " (seeded by --seed).")
  private String histograms = "mean";

  @Option(
      names = "--traced-core-speed",
      paramLabel = "SPEED",
      description =
          "Core speed of the traced machine, like 9.2Gflop/s. The CPU ratio is the core speed of"
              + " MACHINE divided by it.")
  private @Nullable String tracedCoreSpeed;

  @Option(
      names = "--traced-machine",
      paramLabel = "MACHINE",
      description =
          "The machine on which the trace was taken; supplies the core speed if no other source"
              + " does.")
  private @Nullable String tracedMachine;

  @Option(
      names = "--traced-ranks-per-node",
      paramLabel = "N",
      description = "Ranks per node of the traced run (default: one per core).")
  private @Nullable Integer tracedRanksPerNode;

  @Option(
      names = "--memory-bound",
      paramLabel = "[SITE=]SHARE",
      description =
          "Memory-bound share of the time of bursts, like 40%%, for all bursts or for those of a"
              + " call site. This part takes longer where more ranks share a node than in the"
              + " traced run. May be repeated.")
  private List<String> memoryBound = new ArrayList<>();

  @Option(
      names = "--work",
      paramLabel = "FILE",
      description =
          "Work of bursts, as CSV with the columns call_site,flops,bytes. The rooflines of MACHINE"
              + " and --traced-machine then scale bursts, instead of the CPU ratio.")
  private @Nullable Path work;

  @Option(
      names = "--measured-pair",
      paramLabel = "BASE,OTHER",
      split = ",",
      arity = "1",
      description =
          "Two traces of one program, from the traced machine and from MACHINE. Their measured"
              + " ratio scales the bursts of each call site, instead of the CPU ratio.")
  private List<Path> measuredPair = new ArrayList<>();

  @Option(
      names = "--scale-call-site",
      paramLabel = "SITE=FACTOR",
      description = "Multiply the bursts of a call site, by its text or number. May be repeated.")
  private Map<String, Double> callSiteFactors = new LinkedHashMap<>();

  @Option(
      names = "--scale-phase",
      paramLabel = "PHASE=FACTOR",
      description =
          "Multiply the bursts of a phase marker, by its name or number. May be repeated.")
  private Map<String, Double> phaseFactors = new LinkedHashMap<>();

  /** Notes the files that are read. */
  void addInputs(Outputs outputs) {
    if (tracedMachine != null) {
      outputs.readsIfFile(tracedMachine);
    }
    if (work != null) {
      outputs.reads(work);
    }
    measuredPair.forEach(outputs::reads);
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup
        .compute(histograms)
        .tracedCoreSpeed(tracedCoreSpeed)
        .tracedMachine(tracedMachine)
        .tracedRanksPerNode(tracedRanksPerNode);
    memoryBound.forEach(share -> MemoryShare.of(share).applyTo(setup));
    if (work != null) {
      setup.work(work);
    }
    if (!measuredPair.isEmpty()) {
      if (measuredPair.size() != 2) {
        throw ForetellException.usage(
            "--measured-pair takes two traces, BASE,OTHER, but got " + measuredPair.size());
      }
      setup.measuredPair(measuredPair.get(0), measuredPair.get(1));
    }
    callSiteFactors.forEach(setup::scaleCallSite);
    phaseFactors.forEach(setup::scalePhase);
  }
}
