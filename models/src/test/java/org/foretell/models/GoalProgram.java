package org.foretell.models;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.trace.OpListTrace;

/**
 * Turns a GOAL schedule into a sequence of MPI ops, for the cases where a sequence can express it:
 * a statement becomes a non-blocking op, or a burst; before a statement come waits for those that
 * it requires; statements keep their order unless one requires a later one.
 */
final class GoalProgram {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(\\w+): (?:calc (\\d+)|(send|recv) (\\d+)b (?:to|from) (-?\\d+)(?: tag (-?\\d+))?)");
  private static final Pattern REQUIRES = Pattern.compile("(\\w+) (i?requires) (\\w+)");

  private record Statement(String label, String text, Set<String> starts, Set<String> ends) {}

  private GoalProgram() {}

  static OpListTrace parse(String goal) {
    List<List<Statement>> ranks = new ArrayList<>();
    for (String line : goal.lines().map(String::strip).toList()) {
      Matcher statement = STATEMENT.matcher(line);
      Matcher requires = REQUIRES.matcher(line);
      if (line.startsWith("rank ")) {
        ranks.add(new ArrayList<>());
      } else if (statement.matches()) {
        ranks
            .get(ranks.size() - 1)
            .add(new Statement(statement.group(1), line, new HashSet<>(), new HashSet<>()));
      } else if (requires.matches()) {
        Statement later = find(ranks.get(ranks.size() - 1), requires.group(1));
        (requires.group(2).equals("requires") ? later.ends : later.starts).add(requires.group(3));
      } else if (!line.isEmpty() && !line.equals("}") && !line.startsWith("num_ranks")) {
        throw new IllegalArgumentException("not expressible: " + line);
      }
    }
    Script script = new Script(ranks.size());
    for (int rank = 0; rank < ranks.size(); rank++) {
      List<Statement> statements = ranks.get(rank);
      script.rank(rank, ops -> write(statements, ops));
    }
    return script.trace();
  }

  private static Statement find(List<Statement> statements, String label) {
    return statements.stream().filter(s -> s.label.equals(label)).findFirst().orElseThrow();
  }

  private static void write(List<Statement> statements, Script.Ops ops) {
    List<Statement> left = new ArrayList<>(statements);
    Map<String, Integer> requests = new HashMap<>();
    Set<String> started = new HashSet<>();
    while (!left.isEmpty()) {
      Statement next =
          left.stream()
              .filter(s -> started.containsAll(s.starts) && started.containsAll(s.ends))
              .findFirst()
              .orElseThrow();
      left.remove(next);
      started.add(next.label);
      for (String awaited : next.ends) {
        Integer request = requests.remove(awaited);
        if (request != null) {
          ops.await(request);
        }
      }
      Matcher parts = STATEMENT.matcher(next.text);
      if (!parts.matches()) {
        throw new IllegalStateException(next.text);
      }
      if (parts.group(2) != null) {
        ops.compute(Long.parseLong(parts.group(2)));
        continue;
      }
      int peer = Integer.parseInt(parts.group(5));
      int tag = parts.group(6) == null ? 0 : Integer.parseInt(parts.group(6));
      int request =
          parts.group(3).equals("send")
              ? ops.isend(peer, Long.parseLong(parts.group(4)), tag)
              : ops.irecv(peer, tag);
      requests.put(next.label, request);
    }
  }
}
