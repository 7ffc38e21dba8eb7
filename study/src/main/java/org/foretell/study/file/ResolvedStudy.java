package org.foretell.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.machines.json.JsonWriter;
import org.foretell.scenario.Change;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.SampleSettings;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.description.WhatIf;

/** Writes a study with every value stated: no default is left out, no offer extends another. */
public final class ResolvedStudy {
  private ResolvedStudy() {}

  /**
   * {@return a study file that reads as the same study}
   *
   * @param study which
   */
  public static String text(StudyDescription study) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("formatVersion", 1);
    file.put("name", study.name());
    file.put("title", study.title());
    file.put("currency", study.currency());
    file.put("rankBy", study.rankBy().label());
    file.put("models", study.models());
    study.referenceNodes().ifPresent(nodes -> file.put("referenceNodes", nodes));
    study
        .points()
        .ifPresent(
            points -> {
              Map<String, Object> weights = new LinkedHashMap<>();
              weights.put("quality", points.qualityWeight());
              weights.put("price", points.priceWeight());
              file.put("points", weights);
            });
    file.put("site", site(study.site()));
    file.put("programs", study.programs().stream().map(ResolvedStudy::program).toList());
    file.put("offers", study.offers().stream().map(ResolvedStudy::offer).toList());
    file.put("whatIfs", study.whatIfs().stream().map(ResolvedStudy::whatIf).toList());
    List<Object> variables = new ArrayList<>();
    study.variables().forEach(variable -> variables.add(variable(variable)));
    study.choices().forEach(choice -> variables.add(choice(choice)));
    file.put("variables", variables);
    file.put("sample", sample(study.sample()));
    return JsonWriter.file(file);
  }

  private static Object estimate(Estimate estimate) {
    return estimate(estimate, "");
  }

  /** A figure with a unit behind each number; a number alone if it has no other attributes. */
  private static Object estimate(Estimate estimate, String unit) {
    if (!estimate.isUncertain() && estimate.source().isEmpty()) {
      return number(estimate.value(), unit);
    }
    Map<String, Object> members = new LinkedHashMap<>();
    if (estimate.distribution() == Distribution.LISTED) {
      members.put(
          "values",
          estimate.values().stream()
              .map(one -> listed(number(one.value(), unit), one.probability()))
              .toList());
      estimate.source().ifPresent(source -> members.put("source", source));
      return members;
    }
    members.put("value", number(estimate.value(), unit));
    if (estimate.isUncertain()) {
      members.put("from", number(estimate.from(), unit));
      members.put("to", number(estimate.to(), unit));
      members.put("distribution", estimate.distribution().name().toLowerCase(Locale.ROOT));
    }
    estimate.source().ifPresent(source -> members.put("source", source));
    return members;
  }

  private static Map<String, Object> listed(Object value, double probability) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("value", value);
    members.put("probability", probability);
    return members;
  }

  private static Object number(double value, String unit) {
    return unit.isEmpty() ? Double.valueOf(value) : value + unit;
  }

  private static Map<String, Object> site(Site site) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("lifeYears", site.lifeYears());
    members.put("pue", estimate(site.pue()));
    members.put(
        "electricity", site.pricesPerKilowattHour().stream().map(ResolvedStudy::estimate).toList());
    members.put("discountRate", estimate(site.discountRate()));
    members.put("utilisation", estimate(site.utilisation()));
    members.put("availability", estimate(site.availability()));
    members.put("staffPerYear", estimate(site.staffPerYear()));
    site.budget().ifPresent(most -> members.put("budget", most));
    site.powerCapWatts().ifPresent(most -> members.put("powerCap", number(most, "W")));
    return members;
  }

  private static Map<String, Object> program(Program program) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", program.name());
    program
        .simulated()
        .ifPresentOrElse(
            one -> members.put(one.kind(), SimulatedFields.written(one)),
            () -> {
              traces(program.traces(), members);
              members.put("ranksPerNode", program.ranksPerNode());
            });
    members.put("weight", estimate(program.weight()));
    members.put("runsPerDay", estimate(program.runsPerDay()));
    program.timeLimitSeconds().ifPresent(seconds -> members.put("timeLimit", number(seconds, "s")));
    if (program.simulated().isEmpty()) {
      members.put("scale", estimate(program.scale()));
    }
    program.reference().ifPresent(one -> members.put("reference", reference(one)));
    Map<String, Object> ratios = new LinkedHashMap<>();
    new TreeMap<>(program.coreRatios())
        .forEach((offer, ratio) -> ratios.put(offer, estimate(ratio)));
    members.put("coreRatio", ratios);
    program.tracedCoreSpeed().ifPresent(speed -> members.put("tracedCoreSpeed", speed));
    program.work().ifPresent(table -> members.put("work", table.toString()));
    program.memoryBound().ifPresent(share -> members.put("memoryBound", share));
    Map<String, Object> pairs = new LinkedHashMap<>();
    new TreeMap<>(program.measuredPairs())
        .forEach(
            (offer, pair) -> {
              Map<String, Object> traces = new LinkedHashMap<>();
              traces.put("base", pair.base().toString());
              traces.put("other", pair.other().toString());
              pairs.put(offer, traces);
            });
    if (program.simulated().isEmpty()) {
      members.put("measuredPair", pairs);
      program.noise().ifPresent(noise -> members.put("noise", noise(noise)));
    }
    return members;
  }

  private static void traces(ProgramTraces traces, Map<String, Object> members) {
    if (!traces.isOfSeveral()) {
      members.put("trace", traces.files().get(0).toString());
      return;
    }
    members.put("traces", traces.files().stream().map(String::valueOf).toList());
    members.put("ranks", traces.ranks().orElseThrow());
    members.put("approximate", traces.approximate());
  }

  private static Map<String, Object> reference(Program.Reference reference) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("nodes", reference.nodes());
    if (reference.work().isPresent()) {
      members.put("figureOfMerit", estimate(reference.measured()));
      members.put("work", reference.work().getAsDouble());
    } else {
      members.put("time", estimate(reference.measured(), "s"));
    }
    reference.operations().ifPresent(count -> members.put("operations", count));
    members.put("capability", reference.capability());
    return members;
  }

  private static Map<String, Object> offer(Offer offer) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", offer.name());
    members.put("machine", offer.machine());
    members.put("changes", changes(offer.changes()));
    members.put("nodes", offer.nodes());
    members.put("price", estimate(offer.price()));
    members.put("maintenancePerYear", estimate(offer.maintenancePerYear()));
    members.put("hostingPerYear", estimate(offer.hostingPerYear()));
    members.put("residual", estimate(offer.residual()));
    if (offer.statesPower()) {
      members.put("power", power(offer));
    }
    return members;
  }

  private static Map<String, Object> power(Offer offer) {
    Map<String, Object> power = new LinkedHashMap<>();
    power.put("idle", estimate(offer.idleWatts(), "W"));
    power.put("busy", estimate(offer.busyWatts(), "W"));
    power.put("network", estimate(offer.networkWatts(), "W"));
    return power;
  }

  private static Map<String, Object> changes(List<Change> changes) {
    Map<String, Object> members = new LinkedHashMap<>();
    changes.forEach(change -> members.put(change.address(), change.amount().text()));
    return members;
  }

  private static Map<String, Object> whatIf(WhatIf world) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", world.name());
    members.put("changes", changes(world.changes()));
    return members;
  }

  private static Map<String, Object> variable(Variable variable) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", variable.name());
    members.put("figures", variable.addresses());
    members.put(
        variable.unit().isPresent() ? "value" : "factor",
        estimate(variable.amount(), variable.unit().orElse("")));
    members.put("offers", variable.offers());
    return members;
  }

  private static Map<String, Object> choice(Choice choice) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", choice.name());
    members.put("figures", choice.addresses());
    members.put(
        "values",
        choice.options().stream().map(one -> listed(one.value(), one.probability())).toList());
    members.put("offers", choice.offers());
    return members;
  }

  private static Map<String, Object> noise(RunNoise noise) {
    Map<String, Object> members = new LinkedHashMap<>();
    noise.compute().ifPresent(text -> members.put("compute", text));
    noise.network().ifPresent(text -> members.put("network", text));
    noise.trace().ifPresent(file -> members.put("trace", file.toString()));
    members.put("together", noise.together());
    members.put("replays", noise.replays());
    return members;
  }

  private static Map<String, Object> sample(SampleSettings sample) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("draws", sample.draws());
    members.put("seed", sample.seed());
    members.put("confidence", sample.confidence());
    members.put("tolerance", sample.tolerance());
    members.put("mostReplays", sample.mostReplays());
    members.put("mostNearFlips", sample.mostNearFlips());
    return members;
  }
}
