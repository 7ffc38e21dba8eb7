package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.foretell.machine.Placement;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;

/** Random task graphs with a model, made up from a seed. */
public record GraphScenario(
    String description, TaskGraphTrace trace, Placement placement, Supplier<MpiModel> model) {
  private static final long[] TIMES = {0, 0, 1, 5, 10, 10, 100};
  private static final long[] SIZES = {0, 1, 8, 64, 65, 100};

  /** One line of a rank's program: what it is, and whom it depends on by place in the list. */
  private record Line(
      char kind, int peer, int tag, long amount, int stream, int nic, List<int[]> dependencies) {}

  public static GraphScenario of(long seed, int events) {
    Random random = new Random(seed);
    int ranks = 1 + random.nextInt(5);
    int streams = 1 + random.nextInt(3);
    int nics = 1 + random.nextInt(2);
    int wild = random.nextInt(3);
    boolean openTags = random.nextInt(4) == 0;
    boolean damaged = random.nextInt(4) == 0;
    int dependent = random.nextInt(5);
    List<List<Line>> programs = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      programs.add(new ArrayList<>());
    }
    for (int i = 0; i < events; i++) {
      int rank = random.nextInt(ranks);
      if (random.nextInt(3) == 0) {
        add(programs.get(rank), random, dependent, 'c', 0, 0, time(random), streams, 1);
        continue;
      }
      int peer = random.nextInt(ranks);
      int tag = random.nextInt(3);
      long bytes = SIZES[random.nextInt(SIZES.length)];
      if (!damaged || random.nextInt(20) > 0) {
        int sent = openTags && random.nextInt(3) == 0 ? OpView.ANY : tag;
        add(programs.get(rank), random, dependent, 's', peer, sent, bytes, streams, nics);
      }
      if (!damaged || random.nextInt(20) > 0) {
        int source = random.nextInt(10) < wild ? OpView.ANY : rank;
        int wanted = random.nextInt(10) < wild ? OpView.ANY : tag;
        long room = random.nextInt(10) == 0 ? bytes / 2 : bytes;
        add(programs.get(peer), random, dependent, 'r', source, wanted, room, streams, nics);
      }
    }
    TaskGraph[] graphs = new TaskGraph[ranks];
    boolean shuffled = random.nextBoolean();
    for (int rank = 0; rank < ranks; rank++) {
      graphs[rank] = graph(programs.get(rank), shuffled, random);
    }
    int[] nodes = random.ints(ranks, 0, 1 + random.nextInt(ranks)).toArray();
    Supplier<MpiModel> model = model(random, ranks);
    return new GraphScenario(
        "seed %d, %d events, %d ranks, %d streams, %d NICs, %s"
            .formatted(seed, events, ranks, streams, nics, model.get()),
        new TaskGraphTrace(graphs),
        new Placement("made up", nodes, new int[ranks]),
        model);
  }

  private static long time(Random random) {
    return TIMES[random.nextInt(TIMES.length)];
  }

  private static void add(
      List<Line> program,
      Random random,
      int dependent,
      char kind,
      int peer,
      int tag,
      long amount,
      int streams,
      int nics) {
    List<int[]> dependencies = new ArrayList<>();
    while (!program.isEmpty() && random.nextInt(5) < dependent && dependencies.size() < 4) {
      int back = 1 + random.nextInt(Math.min(program.size(), 6));
      dependencies.add(new int[] {program.size() - back, random.nextInt(3) == 0 ? 1 : 0});
    }
    program.add(
        new Line(
            kind, peer, tag, amount, random.nextInt(streams), random.nextInt(nics), dependencies));
  }

  private static TaskGraph graph(List<Line> program, boolean shuffled, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < program.size(); i++) {
      order.add(i);
    }
    if (shuffled) {
      Collections.shuffle(order, random);
    }
    TaskGraph.Builder graph = new TaskGraph.Builder();
    int[] numbers = new int[program.size()];
    for (int i : order) {
      Line line = program.get(i);
      numbers[i] =
          switch (line.kind) {
            case 'c' -> graph.compute(line.amount, line.stream);
            case 's' -> graph.send(line.peer, line.tag, line.amount, line.stream, line.nic);
            default -> graph.receive(line.peer, line.tag, line.amount, line.stream, line.nic);
          };
    }
    for (int i : order) {
      for (int[] dependency : program.get(i).dependencies) {
        if (dependency[1] == 1) {
          graph.requiresStart(numbers[i], numbers[dependency[0]]);
        } else {
          graph.requires(numbers[i], numbers[dependency[0]]);
        }
      }
    }
    return graph.build();
  }

  private static Supplier<MpiModel> model(Random random, int nodes) {
    long latencyPs = time(random);
    long overheadPs = time(random);
    long gapPs = time(random);
    long perBytePs = random.nextInt(3);
    long otherPerBytePs = random.nextInt(3);
    long eagerBytes = random.nextBoolean() ? 64 : random.nextBoolean() ? -1 : 1000;
    int ranksPerNic = random.nextInt(3) == 0 ? 2 : 1;
    boolean envelopes = random.nextBoolean();
    OccupancyModel.Intake intake =
        random.nextInt(3) == 0 ? OccupancyModel.Intake.ON_MATCH : OccupancyModel.Intake.ON_ARRIVAL;
    boolean skewed = random.nextBoolean();
    int portsPerNode = 1 + random.nextInt(3);
    return switch (random.nextInt(8)) {
      case 0 -> () -> new BusModel(latencyPs, perBytePs, eagerBytes);
      case 1 ->
          () ->
              new LinearModel(
                  latencyPs, perBytePs, eagerBytes, 1, 0, overheadPs, gapPs / 5, envelopes);
      case 2, 3 ->
          () ->
              new SharedInterfacesModel(
                      nodes,
                      portsPerNode,
                      latencyPs,
                      overheadPs,
                      gapPs,
                      perBytePs,
                      otherPerBytePs,
                      eagerBytes,
                      500,
                      envelopes,
                      1 + portsPerNode % 2,
                      skewed)
                  .takingInLast(intake == OccupancyModel.Intake.ON_MATCH);
      default ->
          () ->
              new LogGopsVariant(
                  new LogGopsModel(
                      latencyPs,
                      overheadPs,
                      gapPs,
                      perBytePs,
                      otherPerBytePs,
                      eagerBytes,
                      ranksPerNic),
                  intake,
                  skewed);
    };
  }

  /** What it is, and all tasks. */
  public String text() {
    StringBuilder text = new StringBuilder(description);
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      TaskGraph graph = trace.graph(rank);
      text.append("\nrank ").append(rank).append(" on node ").append(placement.node(rank));
      for (int task = 0; task < graph.tasks(); task++) {
        text.append(
            "\n  %d: %s peer %d tag %d amount %d stream %d nic %d"
                .formatted(
                    task,
                    graph.code(task),
                    graph.peer(task),
                    graph.tag(task),
                    graph.amount(task),
                    graph.stream(task),
                    graph.nic(task)));
        for (int i = graph.firstAfterFinish(task); i < graph.endAfterStart(task); i++) {
          text.append(i < graph.firstAfterStart(task) ? " before " : " starts before ")
              .append(graph.successor(i));
        }
      }
    }
    return text.toString();
  }
}
