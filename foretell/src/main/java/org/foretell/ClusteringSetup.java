package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.foretell.failure.ForetellException;
import org.foretell.input.FoldedTrace;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.MessageMatrix;
import org.foretell.inspection.TraceCheck;
import org.foretell.report.CheckResult;
import org.foretell.report.ClusteringResult;
import org.foretell.report.TraceSummary;
import org.foretell.result.Problem;
import org.foretell.setting.ClusteringMethod;
import org.foretell.setting.ParameterFunctions;
import org.foretell.structure.cluster.grouping.Acurdion;
import org.foretell.structure.cluster.grouping.CallPathClustering;
import org.foretell.structure.cluster.grouping.CallPathClustering.Filtering;
import org.foretell.structure.cluster.grouping.CallPathDivision;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.grouping.Metric;
import org.foretell.structure.cluster.grouping.ReferenceClustering;
import org.foretell.structure.cluster.grouping.Selection;
import org.foretell.structure.cluster.lead.Durations;
import org.foretell.structure.cluster.lead.LeadTrace;
import org.foretell.structure.cluster.lead.Matching;
import org.foretell.structure.cluster.lead.Partners;
import org.foretell.structure.cluster.lead.PhasedLeadTrace;
import org.foretell.structure.cluster.lead.Treatment;
import org.foretell.structure.cluster.online.Chameleon;
import org.foretell.structure.cluster.online.Markers;
import org.foretell.structure.cluster.online.OnlineClustering;
import org.foretell.structure.cluster.signature.DispatchedWorkers;
import org.foretell.structure.cluster.signature.FunctionCheck;
import org.foretell.structure.cluster.signature.ParameterFunction;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.dispatch.RoleFinder;
import org.foretell.structure.dispatch.Roles;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Outlines;
import org.foretell.trace.Capability;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.jspecify.annotations.Nullable;

/**
 * All settings of {@code sim cluster}. Unset ones take its defaults: ACURDION with at most nine
 * clusters, or one for each call path if there are more call paths.
 */
public final class ClusteringSetup extends TraceSetup<ClusteringSetup> {
  private static final String CHAMELEON = "chameleon";

  private String method = ClusteringMethod.NAMES.get(0);
  private @Nullable Integer clusters;
  private Supplier<Selection> selection = () -> Selection.K_FARTHEST;
  private Supplier<Metric> metric = () -> Metric.MANHATTAN;
  private boolean twoSteps;
  private long seed = 1;
  private double countTolerance = CallPathClustering.USUAL_COUNT_TOLERANCE;
  private Supplier<Filtering> filtering = () -> Filtering.ABOVE_HALF;
  private Supplier<Partners> partners = () -> Partners.KEEP;
  private Supplier<Durations> durations = () -> Durations.OUTLIERS;
  private double durationTolerance = Treatment.USUAL_DURATION_TOLERANCE;
  private @Nullable String marker;
  private @Nullable Integer every;
  private boolean anyCounts;
  private boolean matrices;
  private boolean lossless;
  private final List<Path> functionJars = new ArrayList<>();
  private final List<ParameterFunction> functions = new ArrayList<>();

  ClusteringSetup() {}

  @Override
  ClusteringSetup self() {
    return this;
  }

  /**
   * Sets the clustering method.
   *
   * @param name {@code "acurdion"}, {@code "call-path"}, {@code "reference"}, {@code "dynamic"} or
   *     {@code "chameleon"}
   * @return this
   */
  public ClusteringSetup method(String name) {
    Objects.requireNonNull(name, "name");
    method = name;
    return this;
  }

  /**
   * Sets the maximum number of clusters, for ACURDION and for each phase of Chameleon.
   *
   * @param most at least the number of call paths
   * @return this
   */
  public ClusteringSetup clusters(int most) {
    clusters = most;
    return this;
  }

  /**
   * Sets how ACURDION selects the clusters to keep.
   *
   * @param how {@code "k-farthest"} or {@code "k-medoid"}
   * @return this
   */
  public ClusteringSetup selection(String how) {
    Objects.requireNonNull(how, "how");
    selection = () -> ClusteringMethod.choice(Selection.class, "selection", how);
    return this;
  }

  /**
   * Sets how ACURDION selects the clusters to keep.
   *
   * @param how the selection
   * @return this
   */
  public ClusteringSetup selection(Selection how) {
    Objects.requireNonNull(how, "how");
    selection = () -> how;
    return this;
  }

  /**
   * Sets how ACURDION adds up differences.
   *
   * @param how {@code "manhattan"} or {@code "euclidean"}
   * @return this
   */
  public ClusteringSetup metric(String how) {
    Objects.requireNonNull(how, "how");
    metric = () -> ClusteringMethod.choice(Metric.class, "metric", how);
    return this;
  }

  /**
   * Sets how ACURDION adds up differences.
   *
   * @param how the metric
   * @return this
   */
  public ClusteringSetup metric(Metric how) {
    Objects.requireNonNull(how, "how");
    metric = () -> how;
    return this;
  }

  /**
   * Sets whether ACURDION divides ranks by call path first.
   *
   * @param first true for two steps
   * @return this
   */
  public ClusteringSetup twoSteps(boolean first) {
    twoSteps = first;
    return this;
  }

  /**
   * Sets the seed for the choice of the first medoids.
   *
   * @param number any
   * @return this
   */
  public ClusteringSetup seed(long number) {
    seed = number;
    return this;
  }

  /**
   * Sets the tolerance within which call path clustering takes mean counts as equal.
   *
   * @param share relative to the smaller count, at least 0
   * @return this
   */
  public ClusteringSetup countTolerance(double share) {
    countTolerance = share;
    return this;
  }

  /**
   * Sets when call path clustering leaves main clusters undivided.
   *
   * @param when {@code "never"}, {@code "above-half"} or {@code "always"}
   * @return this
   */
  public ClusteringSetup filtering(String when) {
    Objects.requireNonNull(when, "when");
    filtering = () -> ClusteringMethod.choice(Filtering.class, "filtering", when);
    return this;
  }

  /**
   * Sets when call path clustering leaves main clusters undivided.
   *
   * @param when the rule
   * @return this
   */
  public ClusteringSetup filtering(Filtering when) {
    Objects.requireNonNull(when, "when");
    filtering = () -> when;
    return this;
  }

  /**
   * Sets how to treat partners and tags that a lead does not share with its ranks.
   *
   * @param treatment {@code "keep"}, {@code "split"} or {@code "merge"}
   * @return this
   */
  public ClusteringSetup partners(String treatment) {
    Objects.requireNonNull(treatment, "treatment");
    partners = () -> ClusteringMethod.choice(Partners.class, "partners", treatment);
    return this;
  }

  /**
   * Sets how to treat partners and tags that a lead does not share with its ranks.
   *
   * @param treatment the treatment
   * @return this
   */
  public ClusteringSetup partners(Partners treatment) {
    Objects.requireNonNull(treatment, "treatment");
    partners = () -> treatment;
    return this;
  }

  /**
   * Sets how long bursts are in the clustered trace.
   *
   * @param rule {@code "outliers"}, {@code "lead"}, {@code "histogram"} or {@code "mean"}
   * @return this
   */
  public ClusteringSetup durations(String rule) {
    Objects.requireNonNull(rule, "rule");
    durations = () -> ClusteringMethod.choice(Durations.class, "durations", rule);
    return this;
  }

  /**
   * Sets how long bursts are in the clustered trace.
   *
   * @param rule the rule
   * @return this
   */
  public ClusteringSetup durations(Durations rule) {
    Objects.requireNonNull(rule, "rule");
    durations = () -> rule;
    return this;
  }

  /**
   * Sets by how much the bursts of a rank may differ from those of its lead before they are kept.
   *
   * @param share of the rank's computation, at least 0
   * @return this
   */
  public ClusteringSetup durationTolerance(double share) {
    durationTolerance = share;
    return this;
  }

  /**
   * Adds the functions of a jar, which compute parameters that differ on every rank.
   *
   * @param jar with functions named in {@code META-INF/services}
   * @return this
   */
  public ClusteringSetup functionsOf(Path jar) {
    Objects.requireNonNull(jar, "jar");
    functionJars.add(jar);
    return this;
  }

  /**
   * Adds a function that computes a parameter that differs on every rank.
   *
   * @param function called by the thread that calls {@link #run}
   * @return this
   */
  public ClusteringSetup function(ParameterFunction function) {
    Objects.requireNonNull(function, "function");
    functions.add(function);
    return this;
  }

  /**
   * Sets the markers of Chameleon.
   *
   * @param name a phase of the trace; a collective, like {@code "barrier"}; or {@code "loop"} for
   *     each iteration of the main loop. The default is the only phase of the trace
   * @return this
   */
  public ClusteringSetup marker(String name) {
    Objects.requireNonNull(name, "name");
    marker = name;
    return this;
  }

  /**
   * Sets at which markers ranks vote in Chameleon.
   *
   * @param number every how many markers, at least 1
   * @return this
   */
  public ClusteringSetup every(int number) {
    every = number;
    return this;
  }

  /**
   * Sets whether to count the messages between ranks, before and after clustering; this takes two
   * more replays.
   *
   * @param wanted whether the result has them
   * @return this
   */
  public ClusteringSetup matrices(boolean wanted) {
    matrices = wanted;
    return this;
  }

  /**
   * Sets whether ranks form one cluster whose call paths differ only in how often loops run, such
   * as workers with different numbers of tasks; for call path clustering, whose parameters then do
   * not divide clusters. In the clustered trace, ranks with other counts keep their calls.
   *
   * @param wanted whether they do
   * @return this
   */
  public ClusteringSetup anyCounts(boolean wanted) {
    anyCounts = wanted;
    return this;
  }

  /**
   * Sets whether to compress the trace itself too, as {@code sim compress} does: it may be smaller
   * than the clustered trace.
   *
   * @param wanted whether the result has it
   * @return this
   */
  public ClusteringSetup lossless(boolean wanted) {
    lossless = wanted;
    return this;
  }

  /**
   * Finds clusters, creates the clustered trace and checks it.
   *
   * @return the clusters found
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting is wrong, the trace consists of task graphs, or the
   *     clustered trace would not finish
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   */
  public ClusteringResult run() {
    ClusteringMethod.of(method);
    Choices choices =
        new Choices(
            selection.get(), metric.get(), filtering.get(), partners.get(), durations.get());
    boolean chameleon = method.equals(CHAMELEON);
    if (clusters != null && !method.equals("acurdion") && !chameleon) {
      throw ForetellException.usage(
          "a number of clusters applies to methods acurdion and chameleon; "
              + method
              + " determines the number itself");
    }
    if ((marker != null || every != null) && !chameleon) {
      throw ForetellException.usage(
          "markers apply to method chameleon; " + method + " clusters whole programs");
    }
    if (anyCounts && !method.equals("call-path")) {
      throw ForetellException.usage(
          "any counts apply to method call-path; " + method + " has its own rule");
    }
    checkShare("count tolerance", countTolerance);
    checkShare("duration tolerance", durationTolerance);
    return NamedFailures.of(traceShown(), () -> cluster(choices));
  }

  private static void checkShare(String setting, double share) {
    if (!(share >= 0) || Double.isInfinite(share)) {
      throw ForetellException.usage(setting + " must be at least 0, but is " + share);
    }
  }

  /** Settings that have been read. */
  private record Choices(
      Selection selection,
      Metric metric,
      Filtering filtering,
      Partners partners,
      Durations durations) {}

  private ClusteringResult cluster(Choices choices) {
    List<ParameterFunction> all = new ArrayList<>(functions);
    all.addAll(ParameterFunctions.load(functionJars));
    try (OpenTrace trace = openTrace()) {
      TraceSource source = trace.source();
      if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
        throw ForetellException.badInput(
            traceShown()
                + ": consists of task graphs, which have neither calls nor an order; only programs"
                + " that are sequences of ops have clusters");
      }
      Treatment treatment =
          new Treatment(choices.partners(), choices.durations(), durationTolerance, all);
      Found found =
          method.equals(CHAMELEON)
              ? online(source, choices, treatment)
              : offline(source, choices, treatment);
      TraceSource clustered = found.clustered();
      TraceSummary summary = summary(trace, OptionalLong.empty());
      CheckResult check = checked(summary, clustered, choices.partners());
      return new ClusteringResult(
          Version.text(),
          summary,
          method,
          found.clustering(),
          found.online(),
          found.callSites(),
          found.collisions(),
          found.matching(),
          found.keptNumbers(),
          found.keptBursts(),
          check,
          clustered,
          lossless ? Optional.of(FoldedTrace.of(source)) : Optional.empty(),
          matrices ? Optional.of(MessageMatrix.of(source)) : Optional.empty(),
          matrices ? Optional.of(MessageMatrix.of(clustered)) : Optional.empty(),
          warnings(trace, all));
    }
  }

  /** What a method found, and the trace that follows. */
  private record Found(
      Clustering clustering,
      Optional<OnlineClustering> online,
      boolean callSites,
      int collisions,
      Matching matching,
      long keptNumbers,
      long keptBursts,
      TraceSource clustered) {}

  private Found offline(TraceSource source, Choices choices, Treatment treatment) {
    RankSignatures signatures = RankSignatures.of(source, treatment.functions());
    List<RankSet> workers = dispatched(source);
    boolean sharesCounts = anyCounts || !workers.isEmpty();
    Clustering clustering = group(source, signatures.withAlike(workers), choices);
    Clustering written =
        sharesCounts ? CallPathDivision.divide(clustering, signatures) : clustering;
    LeadTrace leads = new LeadTrace(source, signatures, written, treatment);
    return new Found(
        sharesCounts ? withNote(clustering, leads.clustering()) : leads.clustering(),
        Optional.empty(),
        signatures.withCallSites(),
        signatures.collisions(),
        leads.matching(),
        leads.keptNumbers(),
        leads.keptBursts(),
        written(leads::describe));
  }

  private Found online(TraceSource source, Choices choices, Treatment treatment) {
    Acurdion.Options selected =
        new Acurdion.Options(
            Acurdion.USUAL_CLUSTERS, choices.selection(), choices.metric(), true, seed);
    OptionalInt most = clusters == null ? OptionalInt.empty() : OptionalInt.of(clusters);
    try {
      Chameleon chameleon =
          new Chameleon(
              new Markers(source, Optional.ofNullable(marker)),
              new Chameleon.Options(most, selected, every == null ? 1 : every),
              treatment);
      OnlineClustering result = chameleon.run();
      PhasedLeadTrace leads = chameleon.online();
      return new Found(
          result.longest().clustering(),
          Optional.of(result),
          result.callSites(),
          result.collisions(),
          leads.matching(),
          leads.keptNumbers(),
          leads.keptBursts(),
          written(leads::describe));
    } catch (IllegalArgumentException wrong) {
      throw ForetellException.usage(traceShown() + ": " + wrong.getMessage());
    }
  }

  private static MemoryTrace written(Consumer<TraceSink> trace) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    trace.accept(builder);
    return builder.build();
  }

  private static List<String> warnings(OpenTrace trace, List<ParameterFunction> functions) {
    List<String> warnings = new ArrayList<>(trace.warnings());
    warnings.addAll(FunctionCheck.findings(trace.source(), functions));
    return warnings;
  }

  /** The workers of a master that differ only in the tasks that they got. */
  private List<RankSet> dispatched(TraceSource source) {
    boolean byBehaviour = method.equals("acurdion") || (method.equals("call-path") && !anyCounts);
    return byBehaviour && RoleFinder.quickly(source) instanceof Roles.Found roles
        ? DispatchedWorkers.alike(source, roles)
        : List.of();
  }

  /** The ranks that follow the same loops, however often. */
  private static List<RankSet> alike(TraceSource source) {
    RankSet all = RankSet.range(0, source.info().ranks() - 1);
    return Outlines.of(source, all, Outlines.Sharing.ANY_COUNTS, ops -> {}, Long.MAX_VALUE)
        .result()
        .stream()
        .map(Outline::ranks)
        .toList();
  }

  private static Clustering withNote(Clustering clustering, Clustering written) {
    String note =
        String.format(
            Locale.US,
            "the clustered trace has the programs of %,d ranks: ranks whose loops run a different"
                + " number of times keep their own calls",
            written.clusters().size());
    return written.clusters().size() == clustering.clusters().size()
        ? clustering
        : new Clustering(
            clustering.clusters(), clustering.mainClusters(), clustering.format(), List.of(note));
  }

  private Clustering group(TraceSource source, RankSignatures signatures, Choices choices) {
    try {
      return switch (method) {
        case "call-path" ->
            anyCounts
                ? CallPathClustering.ofAnyCounts(signatures, alike(source))
                : CallPathClustering.cluster(signatures, countTolerance, choices.filtering());
        case "reference" -> ReferenceClustering.cluster(source, signatures);
        case "dynamic" -> CallPathClustering.dynamic(signatures);
        default ->
            Acurdion.cluster(
                signatures,
                new Acurdion.Options(
                    clusters == null ? Acurdion.usualClusters(signatures) : clusters,
                    choices.selection(),
                    choices.metric(),
                    twoSteps,
                    seed));
      };
    } catch (IllegalArgumentException wrong) {
      throw ForetellException.usage(traceShown() + ": " + wrong.getMessage());
    }
  }

  /** Checks the clustered trace; one that would hang is refused. */
  private CheckResult checked(TraceSummary summary, TraceSource clustered, Partners treatment) {
    CheckResult check =
        TraceCheck.of(Version.text(), summary, clustered, List.of(), progress(), progressOps());
    boolean fits =
        check.completed()
            && check.problems().stream()
                .allMatch(problem -> problem.kind() == Problem.Kind.SIZE_MISMATCH);
    if (!fits) {
      String why =
          check.problems().isEmpty()
              ? "its ranks wait for each other"
              : check.problems().get(0).message();
      throw ForetellException.programStuck(
          traceShown()
              + ": the clustered trace is inconsistent: "
              + why
              + (treatment == Partners.MERGE
                  ? "; merged partners do not match, so keep them or split clusters"
                  : "; sim check shows whether the input trace is consistent"));
    }
    return check;
  }
}
