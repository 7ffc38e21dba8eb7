package org.foretell.cli.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.Setup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how long bursts take. */
public final class ComputeOptions {

  @Option(
      names = "--compute",
      paramLabel = "WHAT",
      description =
          "What to take for bursts that were recorded as histograms: mean (the default), max or"
              + " sampled (seeded by --seed).")
  private String histograms = "mean";

  @Option(
      names = "--traced-core-speed",
      paramLabel = "SPEED",
      description =
          "Core speed of the machine on which the trace was taken, like 9.2Gflop/s; together with"
              + " the core speed of MACHINE it gives the CPU ratio.")
  private @Nullable String tracedCoreSpeed;

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

  /** Says to a setup what was given. */
  public void applyTo(Setup<?> setup) {
    setup.compute(histograms).tracedCoreSpeed(tracedCoreSpeed);
    callSiteFactors.forEach(setup::scaleCallSite);
    phaseFactors.forEach(setup::scalePhase);
  }
}
