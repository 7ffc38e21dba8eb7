package org.foretell.generators.program.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.trace.OpField;
import org.foretell.trace.Values;

/**
 * Loops whose iterations differ by a rule, as loops whose iterations do not. Of a loop of which
 * every second, third or fourth iteration does the same, as loops with a body for each of these:
 * twice {@code send to 1 or 4 in turn} is {@code send to 1, send to 4}. Programs of different ranks
 * look alike then, whatever was folded in each of them.
 */
public final class Unrolling {
  /** Iterations that one body is made of. */
  private static final int MOST = 4;

  /** Statements of a body made so. */
  private static final int LONGEST = 32;

  private Unrolling() {}

  /** The same program with such loops unrolled. */
  public static RankProgram of(RankProgram program) {
    return new RankProgram(program.ranks(), of(program.body()));
  }

  private static List<Node> of(List<Node> body) {
    List<Node> unrolled = new ArrayList<>();
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        unrolled.addAll(of(new Node.Loop(loop.count(), of(loop.body()))));
      } else {
        unrolled.add(node);
      }
    }
    return unrolled;
  }

  private static List<Node> of(Node.Loop loop) {
    if (!(loop.count() instanceof Values.Constant count) || count.value() < 2) {
      return List.of(loop);
    }
    for (int period = 2; period <= MOST; period++) {
      if (count.value() % period == 0 && isPeriodic(loop.body(), period, LONGEST / period)) {
        List<Node> body = new ArrayList<>();
        int every = period;
        for (int turn = 0; turn < period; turn++) {
          int first = turn;
          for (Node node : loop.body()) {
            body.addAll(at(node, (all, group) -> turn(all, group, first, every)));
          }
        }
        long times = count.value() / period;
        return times == 1 ? body : List.of(new Node.Loop(new Values.Constant(times), body));
      }
    }
    return parts(loop, count.value());
  }

  /** Loops one after the other, if what changes does so at a few iterations only. */
  private static List<Node> parts(Node.Loop loop, long count) {
    if (count > Integer.MAX_VALUE || !isPeriodic(loop.body(), (int) count, LONGEST)) {
      return List.of(loop);
    }
    TreeSet<Integer> starts = new TreeSet<>();
    for (Node node : loop.body()) {
      if (node instanceof Node.Loop inner) {
        starts(inner.count(), 1, 2, starts);
      } else if (node instanceof Node.Statement statement) {
        statement
            .varying()
            .forEach((field, group) -> starts(statement.values(field), group, 1, starts));
      }
    }
    if (starts.isEmpty() || starts.size() >= MOST) {
      return List.of(loop);
    }
    starts.add((int) count);
    List<Node> parts = new ArrayList<>();
    int from = 0;
    for (int to : starts) {
      int first = from;
      List<Node> body = new ArrayList<>();
      for (Node node : loop.body()) {
        body.addAll(at(node, (all, group) -> part(all, group, first, to)));
      }
      if (to - from == 1) {
        parts.addAll(body);
      } else {
        parts.add(new Node.Loop(new Values.Constant(to - from), body));
      }
      from = to;
    }
    return parts;
  }

  /** Iterations, from the given one on, that differ from those before them. */
  private static void starts(Values values, int group, int least, Set<Integer> starts) {
    if (values instanceof Values.Scoped scoped) {
      scoped.scopes().forEach(s -> starts(s.values(), group, least, starts));
    } else if (values instanceof Values.Cyclic cyclic) {
      for (int i = group * least; i < cyclic.values().length; i++) {
        if (cyclic.values()[i] != cyclic.values()[i - group]) {
          starts.add(i / group);
        }
      }
    }
  }

  private static Values part(Values values, int group, int from, int to) {
    if (values instanceof Values.Scoped scoped) {
      return new Values.Scoped(
          scoped.scopes().stream()
              .map(s -> new Values.Scope(s.ranks(), part(s.values(), group, from, to)))
              .toList());
    }
    return values instanceof Values.Cyclic cyclic
        ? plain(Arrays.copyOfRange(cyclic.values(), group * from, group * to), group)
        : values;
  }

  private static Values plain(long[] some, int group) {
    boolean isOne = group == 1 && Arrays.stream(some).distinct().count() == 1;
    return isOne ? new Values.Constant(some[0]) : new Values.Cyclic(some);
  }

  /** Whether something changes with this period, and all that changes fits it. */
  private static boolean isPeriodic(List<Node> body, int period, int longest) {
    boolean changes = false;
    int statements = 0;
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        if (!fits(loop.count(), 1, period) || loop.body().stream().anyMatch(Unrolling::turns)) {
          return false;
        }
        changes |= has(loop.count(), period);
        statements += loop.body().size();
      } else if (node instanceof Node.Statement statement) {
        for (Map.Entry<OpField, Integer> field : statement.varying().entrySet()) {
          Values values = statement.values(field.getKey());
          if (!fits(values, field.getValue(), period)) {
            return false;
          }
          changes |= has(values, period * field.getValue());
        }
        statements++;
      }
    }
    return changes && statements <= longest;
  }

  private static boolean fits(Values values, int group, int period) {
    if (values instanceof Values.Cyclic cyclic) {
      return cyclic.values().length % (group * period) == 0;
    } else if (values instanceof Values.Scoped scoped) {
      return scoped.scopes().stream().allMatch(s -> fits(s.values(), group, period));
    }
    return true;
  }

  private static boolean has(Values values, int length) {
    return (values instanceof Values.Cyclic cyclic && cyclic.values().length == length)
        || (values instanceof Values.Scoped scoped
            && scoped.scopes().stream().anyMatch(s -> has(s.values(), length)));
  }

  /** Whether something in a node is taken in turn. */
  private static boolean turns(Node node) {
    if (node instanceof Node.Loop loop) {
      return !fits(loop.count(), 1, Integer.MAX_VALUE)
          || loop.body().stream().anyMatch(Unrolling::turns);
    }
    Node.Statement statement = (Node.Statement) node;
    return statement.varying().keySet().stream()
        .anyMatch(field -> !fits(statement.values(field), 1, Integer.MAX_VALUE));
  }

  /** Some of the values of a field, of which a group is taken at a time. */
  private interface Some {
    Values of(Values all, int group);
  }

  private static List<Node> at(Node node, Some some) {
    if (node instanceof Node.Loop loop) {
      Values count = some.of(loop.count(), 1);
      if (count instanceof Values.Constant constant && constant.value() <= 1) {
        return constant.value() == 1 ? loop.body() : List.of();
      }
      return List.of(new Node.Loop(count, loop.body()));
    }
    Node.Statement statement = (Node.Statement) node;
    Map<OpField, Values> values = new EnumMap<>(OpField.class);
    statement
        .varying()
        .forEach(
            (field, group) -> {
              Values all = statement.values(field);
              Values of = some.of(all, group);
              if (!of.equals(all)) {
                values.put(field, of);
              }
            });
    return List.of(values.isEmpty() ? statement : statement.with(values));
  }

  /** The values of each so many-th execution. */
  private static Values turn(Values values, int group, int turn, int period) {
    if (values instanceof Values.Scoped scoped) {
      return new Values.Scoped(
          scoped.scopes().stream()
              .map(s -> new Values.Scope(s.ranks(), turn(s.values(), group, turn, period)))
              .toList());
    } else if (!(values instanceof Values.Cyclic)) {
      return values;
    }
    long[] all = ((Values.Cyclic) values).values();
    long[] some = new long[all.length / period];
    for (int i = 0; i < some.length; i++) {
      some[i] = all[(i / group * period + turn) * group + i % group];
    }
    return plain(some, group);
  }
}
