package org.foretell.engine.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;

/**
 * A small GOAL schedule as task graphs, with the numbers that LogGOPSim printed for it, and turned
 * into sequences of ops for schedules where that is possible. In these an op starts as soon as all
 * that it requires has been waited for; what requires nothing comes first, sends before receives
 * before bursts, as LogGOPSim has it.
 */
public final class GoalCase {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?<label>\\w+): (?<kind>send|recv|calc) (?<size>\\d+)b?"
              + "(?: (?:to|from) (?<peer>-?\\d+))?(?: tag (?<tag>-?\\d+))?"
              + "(?: cpu (?<cpu>\\d+))?(?: nic (?<nic>\\d+))?");
  private static final Pattern DEPENDENCE = Pattern.compile("(\\w+) (i?)requires (\\w+)");

  private record Statement(
      String kind,
      long size,
      int peer,
      int tag,
      int stream,
      int nic,
      List<Integer> requires,
      Set<Integer> irequires) {
    int order() {
      return kind.equals("send") ? 0 : kind.equals("recv") ? 1 : 2;
    }
  }

  private final Map<String, String> parameters = new TreeMap<>();
  final LogGopsModel model;
  final long[] finishNs;
  private final List<List<Statement>> ranks = new ArrayList<>();

  /**
   * Reads a case of the resources.
   *
   * @param name its number, two digits
   */
  public GoalCase(String name) {
    List<String> expected = lines(name + ".expect");
    Map<String, Long> settings = new HashMap<>();
    List<Long> finish = new ArrayList<>();
    for (String line : expected) {
      if (line.startsWith("rank ")) {
        finish.add(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)));
      } else if (line.matches("[A-Za-z]=\\d+")) {
        settings.put(line.substring(0, 1), Long.parseLong(line.substring(2)) * 1000);
        parameters.put(line.substring(0, 1), line.substring(2) + unit(line.charAt(0)));
      }
    }
    model =
        new LogGopsModel(
            settings.get("L"),
            settings.get("o"),
            settings.get("g"),
            settings.get("G"),
            settings.get("O"),
            settings.get("S") / 1000,
            1);
    finishNs = finish.stream().mapToLong(Long::longValue).toArray();
    readSchedule(lines(name + ".goal"));
  }

  private static String unit(char parameter) {
    return switch (parameter) {
      case 'S' -> "B";
      case 'G', 'O' -> "ns/B";
      default -> "ns";
    };
  }

  /** L, o, g, G, O and S with their units. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** The schedule as sequences. */
  public OpListTrace trace() {
    OpListTrace trace = new OpListTrace(ranks.size());
    for (int rank = 0; rank < ranks.size(); rank++) {
      write(trace, rank, ranks.get(rank));
    }
    return trace;
  }

  /** The schedule as it is. */
  public TaskGraphTrace graphs() {
    return new TaskGraphTrace(ranks.stream().map(GoalCase::graph).toArray(TaskGraph[]::new));
  }

  private static TaskGraph graph(List<Statement> statements) {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    for (Statement one : statements) {
      switch (one.kind) {
        case "send" -> graph.send(one.peer, one.tag, one.size, one.stream, one.nic);
        case "recv" -> graph.receive(one.peer, one.tag, one.size, one.stream, one.nic);
        default -> graph.compute(one.size * 1000, one.stream);
      }
    }
    for (int later = 0; later < statements.size(); later++) {
      for (int earlier : statements.get(later).requires) {
        if (statements.get(later).irequires.contains(earlier)) {
          graph.requiresStart(later, earlier);
        } else {
          graph.requires(later, earlier);
        }
      }
    }
    return graph.build();
  }

  /** When each rank finishes, nanoseconds; empty for a deadlock. */
  public long[] finishNs() {
    return finishNs.clone();
  }

  private static List<String> lines(String resource) {
    try (InputStream in = GoalCase.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readSchedule(List<String> lines) {
    List<Statement> statements = new ArrayList<>();
    Map<String, Integer> labels = new HashMap<>();
    for (String line : lines) {
      Matcher statement = STATEMENT.matcher(line);
      Matcher dependence = DEPENDENCE.matcher(line);
      if (line.startsWith("rank ")) {
        statements.clear();
        labels.clear();
      } else if (statement.matches()) {
        labels.put(statement.group("label"), statements.size());
        statements.add(
            new Statement(
                statement.group("kind"),
                Long.parseLong(statement.group("size")),
                number(statement.group("peer")),
                number(statement.group("tag")),
                number(statement.group("cpu")),
                number(statement.group("nic")),
                new ArrayList<>(),
                new HashSet<>()));
      } else if (dependence.matches()) {
        Statement later = statements.get(labels.get(dependence.group(1)));
        int earlier = labels.get(dependence.group(3));
        later.requires.add(earlier);
        if (!dependence.group(2).isEmpty()) {
          later.irequires.add(earlier);
        }
      } else if (line.startsWith("}")) {
        ranks.add(List.copyOf(statements));
      }
    }
  }

  private static int number(String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }

  private static void write(OpListTrace trace, int rank, List<Statement> statements) {
    Set<Integer> written = new HashSet<>();
    Set<Integer> waited = new HashSet<>();
    List<Integer> order = new ArrayList<>();
    for (int kind = 0; kind < 3; kind++) {
      for (int i = 0; i < statements.size(); i++) {
        if (statements.get(i).requires.isEmpty() && statements.get(i).order() == kind) {
          order.add(i);
        }
      }
    }
    for (int i = 0; i < statements.size(); i++) {
      if (!statements.get(i).requires.isEmpty()) {
        order.add(i);
      }
    }
    while (written.size() < statements.size()) {
      int next =
          order.stream()
              .filter(i -> !written.contains(i))
              .filter(i -> written.containsAll(statements.get(i).requires))
              .findFirst()
              .orElseThrow();
      Statement statement = statements.get(next);
      for (int required : statement.requires) {
        boolean burst = statements.get(required).kind.equals("calc");
        if (!burst && !statement.irequires.contains(required) && waited.add(required)) {
          trace.add(rank, Ops.await(required));
        }
      }
      trace.add(
          rank,
          switch (statement.kind) {
            case "send" -> Ops.isend(statement.peer, statement.tag, statement.size, next);
            case "recv" -> Ops.irecv(statement.peer, statement.tag, next);
            default -> Ops.compute(statement.size * 1000);
          });
      written.add(next);
    }
    trace.add(rank, Ops.awaitFirst(statements.size()));
  }
}
