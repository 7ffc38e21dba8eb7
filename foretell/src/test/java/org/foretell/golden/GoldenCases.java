package org.foretell.golden;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.foretell.machines.Catalogue;
import org.foretell.model.ModelProvider;
import org.foretell.models.collectives.CollectiveProfiles;

/** What is asked. Cases with much in common follow each other, which compresses well. */
final class GoldenCases {
  /** Two groups of nodes, with bounds, files, a topology and OpenSHMEM in software. */
  private static final String GROUPS = "groups.json";

  /** Machines of other formats, and one that has what those of the catalogue have not. */
  private static final List<String> OTHER_MACHINES =
      List.of(GROUPS, "ring.4.cfg", "fattree.16.xml");

  private static final List<String> OTHER_TRACES =
      List.of(
          "any-source.goal",
          "collectives.txt",
          "deadlock.txt",
          "phases.txt",
          "shmem.txt",
          "windows.txt");

  /** Topologies that no machine of the catalogue has, for the 16 nodes of {@link #GROUPS}. */
  private static final List<String> TOPOLOGIES =
      List.of(
          "{'kind':'single-switch','nodes':16,'link':LINK,'backplane':{'latency':'0.1us','bandwidth':'8GB/s'}}",
          "{'kind':'fat-tree','children':[4,4],'parents':[1,2],'links':LINK,'routing':'ecmp'}",
          "{'kind':'torus','sizes':[4,4],'links':LINK}",
          "{'kind':'mesh','sizes':[2,4],'links':LINK,'nodesPerSwitch':2,'nodeLink':LINK}",
          "{'kind':'hyperx','sizes':[2,4],'links':LINK,'nodesPerSwitch':2,'nodeLink':LINK,'routing':'adaptive'}",
          "{'kind':'dragonfly','groups':4,'switchesPerChassis':2,'nodesPerSwitch':2,'nodeLink':LINK,'chassisLink':LINK,'groupLink':LINK,'globalLink':LINK,'routing':'adaptive'}",
          "{'kind':'dragonfly-plus','groups':2,'leavesPerGroup':2,'spinesPerGroup':2,'nodesPerLeaf':4,'nodeLink':LINK,'groupLink':LINK,'globalLink':LINK}");

  private GoldenCases() {}

  static List<GoldenCase> of(Question question) throws IOException {
    return switch (question) {
      case RUN -> runs();
      case COMPARE -> comparisons();
      case EXPLAIN -> explanations();
      case INTERVAL -> intervals();
      case REPLICATIONS -> replications();
    };
  }

  private static List<String> models() {
    return ServiceLoader.load(ModelProvider.class).stream()
        .map(provider -> provider.get().name())
        .sorted()
        .toList();
  }

  private static List<String> machines() {
    return Stream.concat(Catalogue.names().stream(), OTHER_MACHINES.stream()).toList();
  }

  /** All traces among the examples, so that none is forgotten. */
  private static List<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(GoldenCase.EXAMPLES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.(bin|txt|dim|goal|scalatrace|tar\\.gz)"))
          .sorted()
          .toList();
    }
  }

  private static List<GoldenCase> runs() throws IOException {
    List<GoldenCase> cases = new ArrayList<>();
    for (String machine : machines()) {
      for (String model : models()) {
        for (String trace : examples()) {
          cases.add(GoldenCase.of(Question.RUN, machine, trace, "model=" + model));
        }
      }
      for (String trace : List.of("ring.4.goal", "halo.2.bin", "shmem-ring.2.bin")) {
        cases.add(GoldenCase.of(Question.RUN, machine, trace));
      }
    }
    for (String machine : List.of(GROUPS, "fattree.16.xml", "frontier", "jaguar-xt5")) {
      for (String model : models()) {
        for (String trace : OTHER_TRACES) {
          cases.add(GoldenCase.of(Question.RUN, machine, trace, "model=" + model));
        }
      }
    }
    for (String model : models()) {
      for (String profile : CollectiveProfiles.names()) {
        addProfile(cases, model, profile);
      }
      addProfile(cases, model, "formula");
    }
    for (String topology : topologies()) {
      for (String trace : List.of("collectives.txt", "mg.S.16.tar.gz", "phases.txt")) {
        cases.add(
            GoldenCase.of(Question.RUN, GROUPS, trace, "model=flow", "set.topology=" + topology));
      }
    }
    addSettings(cases);
    return cases;
  }

  private static void addProfile(List<GoldenCase> cases, String model, String profile) {
    cases.add(
        GoldenCase.of(
            Question.RUN,
            "kraken",
            "collectives.txt",
            "ranksPerNode=2",
            "model=" + model,
            "collectives=" + profile));
  }

  private static List<String> topologies() {
    String link = "{\"latency\":\"0.3us\",\"bandwidth\":\"2GB/s\"}";
    return TOPOLOGIES.stream()
        .map(topology -> topology.replace('\'', '"').replace("LINK", link))
        .toList();
  }

  /** Each setting that a prediction has, under a model that sees it. */
  private static void addSettings(List<GoldenCase> cases) {
    for (String setting :
        List.of(
            "work=work.csv tracedMachine=frontier",
            "work=work.csv tracedMachine=arc tracedRanksPerNode=2",
            "measuredPair=phases.txt,phases.slower.txt",
            "halvedCallSite=solver.c:12",
            "tripledPhase=solve",
            "tracedCoreSpeed=2Gflop/s",
            "tracedMachine=arc",
            "compute=max",
            "compute=sampled seed=7",
            "placement=round-robin",
            "placement=random seed=7",
            "placement=file:places.txt",
            "ranksPerNode=1",
            "ranksPerNode=8 oversubscription=SHARE",
            "ranksPerNode=8 oversubscription=IGNORE",
            "ranksPerNode=8 oversubscription=REFUSE",
            "computeNoise=lognormal:5%",
            "networkNoise=exponential:2us",
            "noiseTrace=interruptions.txt",
            "noiseTraceTogether=interruptions.txt",
            "P.latency=9us",
            "P.L=9us",
            "P.nosuch=1",
            "set.network.latency=9us",
            "set.eagerThreshold=0B",
            "set.nosuch=1",
            "collectives=formula")) {
      for (String model : List.of("bus-link", "flow", "loggops", "max-rate")) {
        cases.add(
            GoldenCase.of(
                Question.RUN,
                GROUPS,
                "phases.txt",
                ("model=" + model + " " + setting).split(" ", -1)));
      }
    }
    for (String[] one :
        new String[][] {
          {"arc", "rma-halo.txt", "unsupported=PASS"},
          {"arc", "mg.S.16.tar.gz", "baseFlops=3Gflop/s"},
          {"arc", "ring.4.goal", "timeUnit=1us"},
          {"arc", "farm.3.scalatrace", "matchSizes=true"},
          {"arc", "farm.3.scalatrace", "instructionRate=2Ginstr/s"},
          {
            "arc",
            "halo.64.txt",
            "leads=true",
            "model=simple",
            "ranksPerNode=1",
            "collectives=formula"
          },
          {"summit", "mg.S.16.tar.gz", "model=loggops", "P.nic=node"},
          {"frontier", "mg.S.16.tar.gz", "model=flow", "ranksPerNode=1", "placement=random"},
          {"arc", "no-such-file.txt"},
          {"-", "halo.2.bin"},
        }) {
      cases.add(new GoldenCase(Question.RUN, one[0], one[1], List.of(one).subList(2, one.length)));
    }
    cases.add(
        GoldenCase.of(
            Question.RUN,
            "-",
            "ring.4.goal",
            "model=loggops-atlahs",
            "P.L=2us",
            "P.o=1us",
            "P.g=1us",
            "P.G=0.1ns/B",
            "P.O=0ns/B",
            "P.S=16KiB"));
  }

  private static List<GoldenCase> comparisons() {
    List<GoldenCase> cases = new ArrayList<>();
    String all = "models=" + String.join(",", models());
    for (String machine : machines()) {
      for (String trace : List.of("halo.2.bin", "ring.4.dim", "ring.4.goal", "phases.txt")) {
        cases.add(GoldenCase.of(Question.COMPARE, machine, trace, all));
      }
    }
    for (String trace : OTHER_TRACES) {
      // The phases are asked of all machines above.
      if (!trace.equals("phases.txt")) {
        cases.add(GoldenCase.of(Question.COMPARE, GROUPS, trace, all));
        cases.add(GoldenCase.of(Question.COMPARE, "stampede", trace, all));
      }
    }
    for (String machine : List.of(GROUPS, "fattree.16.xml", "summit")) {
      cases.add(GoldenCase.of(Question.COMPARE, machine, "mg.S.16.tar.gz", all));
    }
    for (String collectives : List.of("formula", "mpich4")) {
      cases.add(
          GoldenCase.of(
              Question.COMPARE,
              GROUPS,
              "collectives.txt",
              all,
              "collectives=" + collectives,
              "ranksPerNode=1"));
    }
    return cases;
  }

  private static List<GoldenCase> explanations() {
    List<GoldenCase> cases = new ArrayList<>();
    for (String model : models()) {
      for (String trace : OTHER_TRACES) {
        addExplained(cases, GROUPS, trace, model, "ranksPerNode=2");
      }
      for (String trace : List.of("halo.2.bin", "ring.4.dim", "ring.4.goal", "farm.3.scalatrace")) {
        for (String machine : List.of("arc", "ring.4.cfg", "summit")) {
          addExplained(cases, machine, trace, model, "ranksPerNode=1");
        }
      }
      addExplained(cases, "fattree.16.xml", "phases.txt", model, "ranksPerNode=1");
      addExplained(cases, "hopper", "shmem-ring.2.bin", model, "ranksPerNode=1");
      addExplained(cases, "frontier", "mg.S.16.tar.gz", model, "ranksPerNode=4");
    }
    for (String machine : Catalogue.names()) {
      cases.add(GoldenCase.of(Question.EXPLAIN, machine, "phases.txt", "sensitivities=true"));
    }
    for (String topology : topologies()) {
      cases.add(
          GoldenCase.of(
              Question.EXPLAIN,
              GROUPS,
              "phases.txt",
              "model=flow",
              "ranksPerNode=1",
              "set.topology=" + topology,
              "sensitivities=true"));
    }
    addExplained(cases, GROUPS, "phases.txt", "max-rate", "work=work.csv tracedMachine=frontier");
    addExplained(cases, GROUPS, "phases.txt", "loggops", "computeNoise=lognormal:5%");
    addExplained(cases, GROUPS, "collectives.txt", "loggops", "collectives=formula");
    addExplained(cases, GROUPS, "collectives.txt", "simple", "collectives=mpich4");
    for (String model : List.of("loggops", "max-rate")) {
      cases.add(
          GoldenCase.of(
              Question.EXPLAIN,
              "jaguar-xt5",
              "mg.S.64.bin",
              "model=" + model,
              "reference=mg.S.16.tar.gz",
              "sensitivities=false"));
    }
    for (String model : List.of("flow", "loggops")) {
      for (String trace : List.of("shmem-halo.txt", "rma-halo.txt")) {
        cases.add(
            GoldenCase.of(
                Question.EXPLAIN, "hopper", trace, "model=" + model, "sensitivities=false"));
      }
    }
    return cases;
  }

  private static void addExplained(
      List<GoldenCase> cases, String machine, String trace, String model, String settings) {
    cases.add(
        GoldenCase.of(
            Question.EXPLAIN,
            machine,
            trace,
            ("model=" + model + " sensitivities=true " + settings).split(" ", -1)));
  }

  private static List<GoldenCase> intervals() {
    List<GoldenCase> cases = new ArrayList<>();
    for (String machine : machines()) {
      for (String trace : List.of("ring.4.dim", "phases.txt")) {
        cases.add(GoldenCase.of(Question.INTERVAL, machine, trace, "ranksPerNode=1"));
      }
    }
    for (String model : models()) {
      for (String trace : OTHER_TRACES) {
        cases.add(GoldenCase.of(Question.INTERVAL, GROUPS, trace, "model=" + model));
      }
      cases.add(GoldenCase.of(Question.INTERVAL, "perlmutter-cpu", "halo.2.bin", "model=" + model));
    }
    for (String topology : topologies()) {
      cases.add(
          GoldenCase.of(
              Question.INTERVAL,
              GROUPS,
              "phases.txt",
              "model=flow",
              "ranksPerNode=1",
              "set.topology=" + topology));
    }
    cases.add(GoldenCase.of(Question.INTERVAL, "arc", "mg.S.16.tar.gz", "model=max-rate"));
    cases.add(GoldenCase.of(Question.INTERVAL, "hopper", "mg.S.16.tar.gz", "model=flow"));
    cases.add(GoldenCase.of(Question.INTERVAL, "frontier", "mg.S.64.bin"));
    return cases;
  }

  private static List<GoldenCase> replications() {
    List<GoldenCase> cases = new ArrayList<>();
    for (String model : models()) {
      for (String noise :
          List.of(
              "computeNoise=lognormal:5%",
              "networkNoise=exponential:2us",
              "noiseTrace=interruptions.txt",
              "noiseTraceTogether=interruptions.txt",
              "compute=sampled",
              "computeNoise=lognormal:5% networkNoise=exponential:2us seed=7")) {
        addReplications(cases, GROUPS, "phases.txt", model, noise + " threads=1");
      }
      String both = "computeNoise=lognormal:5% networkNoise=exponential:2us threads=";
      for (String threads : List.of("1", "3")) {
        addReplications(cases, "arc", "ring.4.goal", model, both + threads);
        addReplications(cases, "frontier", "halo.2.bin", model, both + threads);
        addReplications(cases, GROUPS, "any-source.goal", model, both + threads);
      }
      addReplications(cases, "fattree.16.xml", "mg.S.16.tar.gz", model, both + "2");
    }
    cases.add(GoldenCase.of(Question.REPLICATIONS, "arc", "ring.4.dim", "replications=3"));
    return cases;
  }

  private static void addReplications(
      List<GoldenCase> cases, String machine, String trace, String model, String settings) {
    cases.add(
        GoldenCase.of(
            Question.REPLICATIONS,
            machine,
            trace,
            ("model=" + model + " replications=5 " + settings).split(" ", -1)));
  }
}
