package org.foretell.generators.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.ProgramFolder;
import org.foretell.generators.Templates;
import org.foretell.generators.program.call.Calls;
import org.foretell.generators.program.call.Extents;
import org.foretell.generators.program.call.FieldCode;
import org.foretell.generators.program.call.IrregularMeans;
import org.foretell.generators.program.call.MpiCalls;
import org.foretell.generators.program.call.ShmemCalls;
import org.foretell.generators.program.call.ShmemVariables;
import org.foretell.generators.program.duration.BurstTimes;
import org.foretell.generators.program.layout.Functions;
import org.foretell.generators.program.layout.RoleMerge;
import org.foretell.generators.program.layout.UsedParts;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.SourceTree;
import org.foretell.generators.program.tree.Unrolling;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.RankTests;
import org.foretell.generators.program.value.Tables;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;

/**
 * A program in C that behaves like a trace: the same calls with the same sizes, partners and order
 * in each rank, and computation that takes as long. After Wu, Deshpande and Mueller: ScalaBenchGen:
 * auto-generation of communication benchmarks traces (2012).
 *
 * <p>Its text grows with the structure of the trace, not with the number of ranks or iterations, if
 * the trace is stored with its repeats and shared programs. Generating it reads every op once, to
 * find the length of bursts, if the trace has these individually. Immutable, for a single thread.
 */
public final class TraceProgram {
  private final Map<String, String> files;
  private final Map<String, Integer> skipped;
  private final int lines;

  private TraceProgram(Map<String, String> files, Map<String, Integer> skipped, int lines) {
    this.files = files;
    this.skipped = skipped;
    this.lines = lines;
  }

  /**
   * Generates a program.
   *
   * @param source a trace of sequences of ops
   * @param options for the program
   * @return the program, not written yet
   * @throws GeneratorException if the trace is a task graph, has no structure, or has calls that
   *     cannot be generated and are not to be skipped
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static TraceProgram of(TraceSource source, ProgramOptions options) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new GeneratorException(
          GeneratorException.Kind.INPUT,
          "the trace is a task graph: it records dependencies, but not the calls of a program");
    }
    return new Maker(source, options).make();
  }

  /**
   * Writes the program, its Makefile, a README and its input files.
   *
   * @param folder must not exist, or be empty
   * @throws GeneratorException if it cannot be written
   */
  public void writeTo(Path folder) {
    new ProgramFolder(folder).write(files);
  }

  /** {@return the ops left out and why, with the number of places in the program} */
  public Map<String, Integer> skipped() {
    return Map.copyOf(skipped);
  }

  /** {@return the number of lines of C} */
  public int lines() {
    return lines;
  }

  /** The contents of all files by their names. */
  Map<String, String> files() {
    return files;
  }

  private static final class Maker {
    /** Files of the folder and targets of its Makefile. */
    private static final Set<String> TAKEN =
        Set.of("bursts", "check", "clean", "makefile", "gnumakefile", "runtime");

    /** Ops that are read, at most: minutes. */
    private static final long MOST_OPS = 10_000_000_000L;

    private final TraceSource source;
    private final ProgramOptions options;
    private final int ranks;
    private final SourceTree tree;
    private final Tables tables = new Tables();
    private final RankTests tests;
    private final Extents extents;
    private final BurstTimes times;
    private final ShmemVariables variables;
    private final boolean isShmem;
    private final ProgramText text;
    private final Functions functions = new Functions();

    /** Whether bursts of several groups of ranks are one statement. */
    private boolean isGrouped;

    private List<String> group = List.of();
    private final String name;

    Maker(TraceSource source, ProgramOptions options) {
      this.source = source;
      this.options = options;
      ranks = source.info().ranks();
      tree = SourceTree.of(source);
      isShmem = options.api() == ProgramOptions.Api.SHMEM;
      checkLength();
      tests = new RankTests(ranks);
      extents = new Extents(ranks, tree);
      times = BurstTimes.of(source, tree, options.compute() == ProgramOptions.Compute.EXACT);
      ValueCode values = new ValueCode(ranks, tables, tests);
      FieldCode fields = new FieldCode(ranks, tables, values);
      IrregularMeans means =
          new IrregularMeans(ranks, tree, options.vectors() == ProgramOptions.Vectors.MEAN);
      variables = isShmem ? ShmemVariables.of(source) : ShmemVariables.none();
      Calls calls =
          isShmem
              ? new ShmemCalls(fields, values, source.tables(), variables)
              : new MpiCalls(fields, means);
      BurstCode bursts = new BurstCode(options.compute(), times, source.tables(), values);
      text = new ProgramText(calls, bursts, values, source.tables(), options.skipping());
      name = fileName(options.name());
    }

    /** A name that no other file of the folder has, and no target of its Makefile. */
    private static String fileName(String wanted) {
      String name = CText.identifier(wanted);
      return name.isEmpty() || TAKEN.contains(name)
          ? (name + "_program").replaceAll("^_", "")
          : name;
    }

    TraceProgram make() {
      checkBuffers();
      boolean isOne = tree.programs().size() == 1;
      List<RoleMerge.Role> roles =
          tree.programs().stream()
              .map(program -> isOne ? program : Unrolling.of(program))
              .map(program -> new RoleMerge.Role(program.ranks(), text.pieces(program)))
              .toList();
      RoleMerge.DrawnByRole drawn =
          bursts -> {
            isGrouped = true;
            return BurstCode.byGroup(bursts, roles.size(), tables);
          };
      List<RoleMerge.Role> merged = new RoleMerge(tests::bareTest, drawn).of(roles);
      List<Map<String, String>> called = new ArrayList<>();
      for (RoleMerge.Role role : merged) {
        String call = functions.define(merged.size() == 1 ? "run" : "role", role.body());
        called.add(Map.of("test", tests.bareTest(role.ranks()), "call", call));
      }
      group = isGrouped ? groups(roles) : List.of();
      Map<String, Object> model = model(merged(called));
      Map<String, String> files = new LinkedHashMap<>();
      String code = fill("program.c.ftl", model);
      String runtime = UsedParts.of(fill("runtime-" + options.api() + ".h.ftl", model), code);
      files.put(name + ".c", code);
      files.put("runtime.h", runtime);
      files.put("Makefile", fill("Makefile.ftl", model));
      files.put("README.md", fill("README.md.ftl", model));
      if (tables.inFile() > 0) {
        files.put(name + ".tables", tables.file());
      }
      if (options.compute() == ProgramOptions.Compute.EXACT) {
        for (int rank = 0; rank < ranks; rank++) {
          files.put("bursts/" + rank, bursts(rank));
        }
      }
      int lines = (int) (code.lines().count() + runtime.lines().count());
      return new TraceProgram(files, text.skipped(), lines);
    }

    /** Tests that tell which group a rank is of, in the order of the groups; the last is empty. */
    private List<String> groups(List<RoleMerge.Role> roles) {
      List<String> groups = new ArrayList<>();
      roles.forEach(role -> groups.add(tests.bareTest(role.ranks())));
      groups.set(groups.size() - 1, "");
      return groups;
    }

    /** Roles that call the same function are one. */
    private static List<Map<String, String>> merged(List<Map<String, String>> roles) {
      Map<String, String> tests = new LinkedHashMap<>();
      for (Map<String, String> role : roles) {
        tests.merge(role.get("call"), role.get("test"), (a, b) -> a + " || " + b);
      }
      return tests.entrySet().stream()
          .map(e -> Map.of("call", e.getKey(), "test", e.getValue()))
          .toList();
    }

    /** Refuses what would be read for hours, as loops that somebody made up are. */
    private void checkLength() {
      boolean isRead = isShmem || tree.bursts() > 0;
      long ops = source.operations().orElse(0);
      if (isRead && ops > MOST_OPS) {
        throw new GeneratorException(
            GeneratorException.Kind.INPUT,
            String.format(
                Locale.ROOT,
                "the trace has %,d ops, and each is read to determine the durations of bursts; at"
                    + " most %,d are",
                ops,
                MOST_OPS));
      }
    }

    private void checkBuffers() {
      long most = Math.max(extents.outBytes(), extents.inBytes());
      if (most > Integer.MAX_VALUE) {
        throw new GeneratorException(
            GeneratorException.Kind.INPUT,
            String.format(
                Locale.ROOT,
                "a call moves %,d bytes in one rank, more than the 2 GiB that generated programs"
                    + " have buffers for",
                most));
      }
    }

    private String bursts(int rank) {
      return times
          .exactPs(rank)
          .longStream()
          .mapToObj(Long::toString)
          .collect(Collectors.joining("\n", times.exactPs(rank).size() + "\n", "\n"));
    }

    private Map<String, Object> model(List<Map<String, String>> roles) {
      Map<String, Object> model = new HashMap<>();
      model.put("known", isShmem ? List.of() : knownCommunicators());
      model.put("variables", variables.count());
      model.put("placeBytes", Long.toString(LongStream.of(variables.rooms()).sum() * ranks));
      model.put("rooms", isShmem && variables.count() > 0 ? tables.of(variables.rooms()) : "NULL");
      model.put("name", name);
      model.put("trace", CText.comment(options.name()));
      model.put("api", options.api().toString());
      model.put("ranks", ranks);
      model.put("outBytes", Long.toString(extents.outBytes()));
      model.put("inBytes", Long.toString(extents.inBytes()));
      model.put("messageBytes", Long.toString(extents.messageBytes()));
      model.put("windowBytes", Long.toString(extents.windowBytes()));
      model.put("requests", extents.requests());
      model.put("communicators", extents.communicators());
      model.put("objects", extents.objects());
      model.put("inFile", tables.inFile());
      model.put("exact", options.compute() == ProgramOptions.Compute.EXACT);
      model.put("compute", options.compute().toString());
      model.put("vectors", options.vectors().toString());
      model.put("phases", source.tables().markers().stream().map(CText::comment).toList());
      model.put("groups", group);
      model.put("roles", roles);
      model.put("operations", source.operations().orElse(0));
      model.put(
          "skipped",
          text.skipped().entrySet().stream()
              .map(e -> CText.comment(e.getKey()) + " (" + e.getValue() + ")")
              .toList());
      model.put("functions", functions.texts());
      model.put("places", text.numberedPlaces());
      model.put("definitions", tables.definitions());
      model.put("tests", tests.functions());
      return model;
    }

    /** Communicators that the trace has from the start: nothing in it makes them. */
    private List<Map<String, Object>> knownCommunicators() {
      Set<Long> made = new TreeSet<>();
      tree.programs().forEach(program -> made(program.body(), made));
      List<Map<String, Object>> known = new ArrayList<>();
      for (Communicator communicator : source.tables().communicators()) {
        if (communicator.id() < extents.communicators()
            && !made.contains((long) communicator.id())) {
          long[] members = Arrays.stream(communicator.worldRanks()).asLongStream().toArray();
          known.add(
              Map.of(
                  "id", communicator.id(), "size", members.length, "members", tables.of(members)));
        }
      }
      return known;
    }

    private static void made(List<Node> body, Set<Long> ids) {
      for (Node node : body) {
        if (node instanceof Node.Loop loop) {
          made(loop.body(), ids);
        } else if (node instanceof Node.Statement statement
            && statement.code().has(OpField.NEW_COMMUNICATOR)) {
          add(statement.values(OpField.NEW_COMMUNICATOR), ids);
        }
      }
    }

    private static void add(Values values, Set<Long> ids) {
      if (values instanceof Values.Constant constant) {
        ids.add(constant.value());
      } else if (values instanceof Values.Cyclic cyclic) {
        Arrays.stream(cyclic.values()).forEach(ids::add);
      } else if (values instanceof Values.PerRank perRank) {
        Arrays.stream(perRank.values()).forEach(ids::add);
      } else if (values instanceof Values.Scoped scoped) {
        scoped.scopes().forEach(scope -> add(scope.values(), ids));
      }
    }

    private static String fill(String template, Map<String, Object> model) {
      return Templates.fill(TraceProgram.class, template, model);
    }
  }
}
