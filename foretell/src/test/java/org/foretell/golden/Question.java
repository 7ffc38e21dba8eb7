package org.foretell.golden;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.machines.Catalogue;

/** What is asked, of which machines, traces and models. */
enum Question {
  /** The whole catalogue, all small examples, all models. */
  RUN {
    @Override
    void add(Map<String, Supplier<String>> cases) {
      for (String machine : machines()) {
        for (String trace : TRACES) {
          for (String model : MODELS) {
            cases.put(
                String.join(" ", machine, trace, model),
                () -> prediction(machine, trace).model(model).run().json());
          }
        }
      }
      for (String machine : FEW_MACHINES) {
        for (String model : MODELS) {
          cases.put(
              String.join(" ", machine, "mg.S.64.bin", model),
              () -> prediction(machine, "mg.S.64.bin").model(model).run().json());
        }
        for (String trace : List.of("halo.64.txt", "mg.S.16.tar.gz")) {
          cases.put(machine + " " + trace, () -> prediction(machine, trace).run().json());
        }
        for (String profile : List.of("formula", "mpich4", "ompi5", "simgrid-default")) {
          cases.put(
              String.join(" ", machine, "mg.S.64.bin", "collectives", profile),
              () -> prediction(machine, "mg.S.64.bin").collectives(profile).run().json());
        }
      }
      for (String trace : TRACES) {
        cases.put(
            "- " + trace,
            () ->
                prediction("-", trace)
                    .model("loggops")
                    .parameter("L", "2us")
                    .parameter("o", "0.5us")
                    .parameter("g", "1us")
                    .parameter("G", "0.3ns/B")
                    .parameter("S", "64KiB")
                    .run()
                    .json());
        cases.put("fattree.16.xml " + trace, () -> prediction(PLATFORM, trace).run().json());
        cases.put("ring.4.cfg " + trace, () -> prediction(DIMEMAS, trace).run().json());
      }
    }
  },

  /** What surrounds a prediction: bounds of figures and other models. */
  INTERVAL {
    @Override
    void add(Map<String, Supplier<String>> cases) {
      for (String machine : machines()) {
        for (String trace : List.of("halo.2.bin", "ring.4.goal")) {
          cases.put(
              machine + " " + trace,
              () -> prediction(machine, trace).ranksPerNode(2).interval(true).run().json());
        }
      }
      for (String model : MODELS) {
        cases.put(
            "frontier shmem-halo.txt " + model,
            () ->
                prediction("frontier", "shmem-halo.txt").model(model).interval(true).run().json());
        cases.put(
            "fugaku rma-halo.txt " + model,
            () -> prediction("fugaku", "rma-halo.txt").model(model).interval(true).run().json());
      }
    }
  },

  /** Critical path, ladder, waits, sensitivities, tolerance. */
  EXPLAIN {
    @Override
    void add(Map<String, Supplier<String>> cases) {
      for (String machine : FEW_MACHINES) {
        for (String trace : List.of("halo.2.bin", "ring.4.goal")) {
          for (String model : MODELS) {
            cases.put(
                String.join(" ", machine, trace, model), () -> explanation(machine, trace, model));
          }
        }
      }
      for (String platform : List.of(PLATFORM, DIMEMAS)) {
        String model = platform.equals(PLATFORM) ? "flow" : "bus-link";
        cases.put(platform + " halo.2.bin", () -> explanation(platform, "halo.2.bin", model));
      }
      for (String model : List.of("max-rate", "flow", "bus-link")) {
        cases.put("arc mg.S.16.tar.gz " + model, () -> explanation("arc", "mg.S.16.tar.gz", model));
      }
      for (String model : MODELS) {
        cases.put(
            "jaguar-xt5 rma-halo.txt " + model,
            () -> explanation("jaguar-xt5", "rma-halo.txt", model));
      }
    }
  },

  /** Models side by side. */
  COMPARE {
    @Override
    void add(Map<String, Supplier<String>> cases) {
      for (String machine : FEW_MACHINES) {
        for (String trace : List.of("halo.2.bin", "mg.S.16.tar.gz", "shmem-halo.txt")) {
          cases.put(
              machine + " " + trace,
              () ->
                  Foretell.comparison()
                      .machine(machine)
                      .trace(path(trace))
                      .models(MODELS.toArray(String[]::new))
                      .run()
                      .json());
        }
      }
    }
  },

  /** Random noise, repeated. */
  REPLICATIONS {
    @Override
    void add(Map<String, Supplier<String>> cases) {
      for (String machine : FEW_MACHINES) {
        for (String model : MODELS) {
          cases.put(
              machine + " " + model,
              () ->
                  prediction(machine, "mg.S.16.tar.gz")
                      .model(model)
                      .computeNoise("lognormal:5%")
                      .networkNoise("exponential:2us")
                      .seed(7)
                      .replications(5)
                      .run()
                      .json());
        }
      }
    }
  };

  private static final List<String> MODELS =
      List.of("simple", "loggops", "loggops-atlahs", "max-rate", "flow", "bus-link");
  private static final List<String> TRACES =
      List.of(
          "halo.2.bin",
          "ring.4.dim",
          "ring.4.goal",
          "farm.3.scalatrace",
          "rma-halo.txt",
          "shmem-halo.txt",
          "shmem-ring.2.bin");

  /** No topology, torus, dragonfly, fat tree, groups of nodes. */
  private static final List<String> FEW_MACHINES =
      List.of("arc", "jaguar-xt5", "frontier", "summit", "asci-blue-pacific");

  private static final String PLATFORM = "../examples/fattree.16.xml";
  private static final String DIMEMAS = "../examples/ring.4.cfg";

  abstract void add(Map<String, Supplier<String>> cases);

  /** Each case by its name, in the order in which they are asked. */
  Map<String, Supplier<String>> cases() {
    Map<String, Supplier<String>> cases = new LinkedHashMap<>();
    add(cases);
    return cases;
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static List<String> machines() {
    return Catalogue.names();
  }

  private static Path path(String trace) {
    return Path.of("../examples", trace);
  }

  private static PredictionSetup prediction(String machine, String trace) {
    return Foretell.prediction().machine(machine).trace(path(trace)).interval(false);
  }

  private static String explanation(String machine, String trace, String model) {
    return Foretell.explanation()
        .machine(machine)
        .trace(path(trace))
        .model(model)
        .ranksPerNode(2)
        .run()
        .json();
  }
}
