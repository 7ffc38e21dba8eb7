package org.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A trace of random task graphs, some of them shared by ranks, with all that a graph can hold. */
public final class RandomGraphTrace {
  private record Program(RankSet ranks, TaskGraph graph, boolean relative) {}

  private final int ranks;
  private final List<Program> programs = new ArrayList<>();

  private RandomGraphTrace(long seed, int mostTasks) {
    Random random = new Random(seed);
    ranks = 1 + random.nextInt(6);
    List<Integer> left = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      left.add(rank);
    }
    Collections.shuffle(left, random);
    while (!left.isEmpty()) {
      List<Integer> taken = left.subList(0, 1 + random.nextInt(left.size()));
      int[] sorted = taken.stream().mapToInt(Integer::intValue).sorted().toArray();
      programs.add(
          new Program(
              RankSet.ofSorted(sorted), graph(random, ranks, mostTasks), random.nextBoolean()));
      taken.clear();
    }
  }

  /** Some small graphs. */
  public static RandomGraphTrace of(long seed) {
    return new RandomGraphTrace(seed, 30);
  }

  /** Graphs of several blocks. */
  public static RandomGraphTrace longOf(long seed) {
    return new RandomGraphTrace(seed, 20_000);
  }

  private static TaskGraph graph(Random random, int ranks, int mostTasks) {
    TaskGraph.Builder builder = new TaskGraph.Builder();
    int tasks = random.nextInt(mostTasks + 1);
    boolean steady = random.nextBoolean();
    for (int i = 0; i < tasks; i++) {
      int stream = random.nextInt(5) > 0 ? 0 : random.nextInt(TaskGraph.MAX_STREAMS);
      int nic = random.nextInt(5) > 0 ? 0 : random.nextInt(TaskGraph.MAX_STREAMS);
      int tag = steady ? 1 : random.nextInt(4) == 0 ? OpView.ANY : random.nextInt();
      long amount = steady ? 64 : random.nextLong() >>> (1 + random.nextInt(63));
      switch (random.nextInt(3)) {
        case 0 -> builder.compute(amount, stream);
        case 1 -> builder.send(random.nextInt(ranks), tag, amount, stream, nic);
        default -> builder.receive(random.nextInt(ranks + 1) - 1, tag, amount, stream, nic);
      }
    }
    // Dependencies that respect a random order of the tasks cannot make a cycle.
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      order.add(i);
    }
    if (random.nextBoolean()) {
      Collections.shuffle(order, random);
    }
    for (int edge = tasks < 2 ? 0 : random.nextInt(3 * tasks); edge > 0; edge--) {
      int first = random.nextInt(tasks - 1);
      int then = first + 1 + random.nextInt(Math.min(8, tasks - first - 1));
      if (random.nextBoolean()) {
        builder.requires(order.get(then), order.get(first));
      } else {
        builder.requiresStart(order.get(then), order.get(first));
      }
    }
    return builder.build();
  }

  /** Number of ranks. */
  public int ranks() {
    return ranks;
  }

  /** The graphs of all ranks, their peers being world ranks. */
  public TaskGraphTrace expansion() {
    TaskGraph[] graphs = new TaskGraph[ranks];
    for (Program program : programs) {
      program
          .ranks()
          .forEach(
              rank ->
                  graphs[rank] =
                      program.relative() ? program.graph().shifted(rank, ranks) : program.graph());
    }
    return new TaskGraphTrace(graphs);
  }

  /** Writes the trace as it is shared. */
  public void describe(TraceSink sink) {
    sink.begin(new TraceInfo("random", ranks, "", 0, List.of("made up")));
    for (Program program : programs) {
      sink.taskGraph(program.ranks(), program.graph(), program.relative());
    }
    sink.end();
  }

  @Override
  public String toString() {
    return "graphs of " + Arrays.toString(programs.stream().map(Program::ranks).toArray());
  }
}
