package org.foretell.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random GOAL schedules and parameters of LogGOPSim. They keep away from its defects: one CPU a
 * rank, receives as large as their messages, and no more than a few tasks ready together.
 */
final class RandomGoal {
  private final Random random;
  private final int ranks;
  private final List<StringBuilder> tasks = new ArrayList<>();
  private final int[] count;

  private RandomGoal(long seed) {
    random = new Random(seed);
    ranks = 2 + random.nextInt(7);
    count = new int[ranks];
  }

  static PeerCase of(long seed, Path folder) throws IOException {
    RandomGoal made = new RandomGoal(seed);
    Files.createDirectories(folder);
    Path trace = folder.resolve("case.goal");
    Files.writeString(trace, made.schedule());
    Map<String, String> parameters = new TreeMap<>();
    List<String> options = new ArrayList<>();
    made.parameter("L", "ns", 10_000, parameters, options);
    made.parameter("o", "ns", 5_000, parameters, options);
    made.parameter("g", "ns", 5_000, parameters, options);
    made.parameter("G", "ns/B", 20, parameters, options);
    made.parameter("O", "ns/B", 10, parameters, options);
    made.parameter("S", "B", 10_000, parameters, options);
    return new PeerCase("-", trace.toAbsolutePath(), "loggops", parameters, options);
  }

  private void parameter(
      String name, String unit, int most, Map<String, String> ours, List<String> peers) {
    int value = 1 + random.nextInt(most);
    ours.put(name, value + unit);
    peers.add("-" + name);
    peers.add(Integer.toString(value));
  }

  private String schedule() {
    for (int rank = 0; rank < ranks; rank++) {
      tasks.add(new StringBuilder());
    }
    for (int message = 5 + random.nextInt(30); message > 0; message--) {
      int from = random.nextInt(ranks);
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      int bytes = 1 + random.nextInt(20_000);
      if (random.nextInt(3) == 0) {
        task(from, "calc " + random.nextInt(50_000));
      }
      task(from, "send " + bytes + "b to " + to + " tag " + message);
      task(to, "recv " + bytes + "b from " + from + " tag " + message);
    }
    StringBuilder text = new StringBuilder("num_ranks " + ranks + "\n");
    for (int rank = 0; rank < ranks; rank++) {
      if (count[rank] == 0) {
        task(rank, "calc 1");
      }
      text.append("rank ").append(rank).append(" {\n").append(tasks.get(rank)).append("}\n");
    }
    return text.toString();
  }

  /** A task that mostly follows the one before, so that messages cannot wait for each other. */
  private void task(int rank, String what) {
    int number = count[rank]++;
    tasks.get(rank).append("t" + number + ": " + what + "\n");
    if (number > 0) {
      int before = random.nextInt(4) == 0 ? Math.max(0, number - 2) : number - 1;
      tasks.get(rank).append("t" + number + " requires t" + before + "\n");
    }
  }
}
