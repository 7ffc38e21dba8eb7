package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.InFlight;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.NoValueException;
import org.foretell.extrapolation.law.Place;
import org.foretell.failure.ForetellException;
import org.foretell.trace.Communicator;
import org.foretell.trace.CommunicatorMembers;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The calls of the ranks of a program, from its laws. */
final class GeneratedCalls {
  /** The most calls of a rank, which are kept in memory. */
  static final int MOST_CALLS = 20_000_000;

  private static final long[] NO_AMOUNTS = {};

  private final FittedProgram program;
  private final CallPool pool;
  private final boolean hasCommunicators;
  private @Nullable CommunicatorMembers members;

  GeneratedCalls(FittedProgram program, CallPool pool) {
    this.program = program;
    this.pool = pool;
    hasCommunicators = translates(program.body());
  }

  /**
   * A call with the computation before it.
   *
   * @param amounts of that computation, in the order of the enumeration
   */
  record Generated(
      OpCode code,
      int site,
      long[] numbers,
      long[][] lists,
      long beforePs,
      long ownPs,
      long[] amounts) {
    void fill(OpView view) {
      view.reset(code);
      List<OpField> fields = code.fields();
      for (int i = 0; i < numbers.length; i++) {
        OpField field = fields.get(i);
        if (field.isList()) {
          view.setList(field, lists[i]);
        } else if (numbers[i] != code.absent(field)) {
          view.set(field, numbers[i]);
        }
      }
      if (code.has(OpField.CALL_SITE)) {
        view.set(OpField.CALL_SITE, site);
      }
      if (ownPs > 0) {
        view.set(OpField.DURATION_PS, ownPs);
      }
    }
  }

  static int[] append(int[] iterations, int i, int n) {
    int[] longer = Arrays.copyOf(iterations, iterations.length + 2);
    longer[iterations.length] = i;
    longer[iterations.length + 1] = n;
    return longer;
  }

  private static boolean translates(List<Node> body) {
    return body.stream()
        .anyMatch(
            node ->
                node instanceof Node.OfLoop loop
                    ? translates(loop.body())
                    : node instanceof Node.OfCall call
                        && call.fields().stream()
                            .anyMatch(law -> law instanceof FieldLaw.OfNumber n && n.inWorld()));
  }

  /**
   * What a rank does.
   *
   * @param tailPs computation after its last call
   * @param tailAmounts of that computation
   */
  record OfRank(List<Generated> calls, long tailPs, long[] tailAmounts) {}

  /** Amounts of a burst, in the order of the enumeration. */
  private static long[] amounts(
      Map<Amount, Bursts> laws, int id, Place place, int previous, int time) {
    if (laws.isEmpty()) {
      return NO_AMOUNTS;
    }
    long[] amounts = new long[Amount.values().length];
    Arrays.fill(amounts, Amount.UNKNOWN);
    laws.forEach((amount, law) -> amounts[amount.ordinal()] = law.value(id, place, previous, time));
    return amounts;
  }

  /** All that a rank does. */
  OfRank of(int rank) {
    if (hasCommunicators && members == null) {
      members = follow();
    }
    Walk walk = new Walk(rank, members, call -> true);
    return new OfRank(
        walk.calls,
        program.tail().value(0, walk.place, walk.previous, 0),
        amounts(program.tailAmounts(), 0, walk.place, walk.previous, 0));
  }

  /** The members of communicators, from the calls that create them. */
  private CommunicatorMembers follow() {
    List<List<CommunicatorMembers.Creation>> creations = new ArrayList<>();
    for (int rank = 0; rank < program.target().ranks(); rank++) {
      List<CommunicatorMembers.Creation> own = new ArrayList<>();
      for (Generated call :
          new Walk(rank, null, c -> CommunicatorMembers.creates(c.code())).calls) {
        own.add(
            new CommunicatorMembers.Creation(
                call.code(),
                (int) number(call, OpField.COMMUNICATOR, 0),
                number(call, OpField.COLOR, 0),
                number(call, OpField.KEY, 0),
                (int) number(call, OpField.NEW_COMMUNICATOR, OpView.NONE),
                call.code().has(OpField.RANKS)
                    ? call.lists()[call.code().fields().indexOf(OpField.RANKS)]
                    : new long[0]));
      }
      creations.add(own);
    }
    return CommunicatorMembers.of("the extrapolated program", creations);
  }

  private static long number(Generated call, OpField field, long otherwise) {
    int index = call.code().fields().indexOf(field);
    return index < 0 ? otherwise : call.numbers()[index];
  }

  /** One rank goes through the program. */
  private final class Walk {
    private final int rank;
    private final @Nullable CommunicatorMembers known;
    private final Predicate<Node.OfCall> wanted;
    private final Place place;
    private final int[] times;
    private final InFlight requests = new InFlight();
    private int previous;
    final List<Generated> calls = new ArrayList<>();

    Walk(int rank, @Nullable CommunicatorMembers known, Predicate<Node.OfCall> wanted) {
      this.rank = rank;
      this.known = known;
      this.wanted = wanted;
      place = Place.of(program.target(), rank);
      int[] highest = {0};
      visit(program.body(), call -> highest[0] = Math.max(highest[0], call.id()));
      times = new int[highest[0] + 1];
      body(program.body(), new int[0]);
    }

    private void visit(List<Node> body, Consumer<Node.OfCall> action) {
      for (Node node : body) {
        if (node instanceof Node.OfLoop loop) {
          visit(loop.body(), action);
        } else if (node instanceof Node.OfCall call) {
          action.accept(call);
        }
      }
    }

    private void body(List<Node> body, int[] iterations) {
      Place here = place.within(iterations);
      for (Node node : body) {
        if (node instanceof Node.OfLoop loop) {
          long count = value(loop.count(), here, "iterations of a loop");
          if (count < 0 || count > MOST_CALLS) {
            throw tooMuch("a loop of " + count + " iterations");
          }
          for (int i = 0; i < count; i++) {
            body(loop.body(), append(iterations, i, (int) count));
          }
        } else if (node instanceof Node.OfCall call && wanted.test(call)) {
          call(call, here);
        }
      }
    }

    private ForetellException tooMuch(String what) {
      return ForetellException.badInput(
          "rank "
              + rank
              + " would have "
              + what
              + "; expected 0 to "
              + MOST_CALLS
              + ": choose fewer ranks");
    }

    private long value(Law law, Place here, String what) {
      try {
        return law.at(here);
      } catch (NoValueException none) {
        throw ForetellException.badInput(
            "rank "
                + rank
                + " of "
                + program.target().ranks()
                + ", "
                + what
                + ": "
                + none.getMessage());
      } catch (ArithmeticException overflow) {
        throw ForetellException.badInput(
            "rank " + rank + ", " + what + ": " + law.text() + " is beyond 64 bits");
      }
    }

    private void call(Node.OfCall node, Place here) {
      String name =
          node.code().name().toLowerCase(Locale.ROOT)
              + (node.site() < 0 ? "" : " at " + pool.sites().get(node.site()));
      long count = value(node.count(), here, name);
      if (count == 0) {
        return;
      } else if (count != 1 || calls.size() == MOST_CALLS) {
        throw tooMuch(count == 1 ? "more calls" : count + " calls of " + name + " in turn");
      }
      List<OpField> fields = node.code().fields();
      long[] numbers = new long[fields.size()];
      long[][] lists = new long[fields.size()][0];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = fields.get(i).isList() ? 0 : node.code().absent(fields.get(i));
      }
      for (FieldLaw law : node.fields()) {
        if (law instanceof FieldLaw.OfNumber of) {
          numbers[of.field()] = value(of.law(), here, name);
        } else if (law instanceof FieldLaw.OfList of) {
          lists[of.field()] = list(of, here, name);
        }
        if (!pool.hasSlots()) {
          place(node.code(), law.field(), numbers, lists);
        }
      }
      for (FieldLaw law : node.fields()) {
        if (law instanceof FieldLaw.OfNumber of && of.inWorld() && known != null) {
          numbers[of.field()] = member(numbers, fields, of.field(), name);
        }
      }
      int time = times[node.id()]++;
      Place round = node.inRounds(here);
      calls.add(
          new Generated(
              node.code(),
              node.site(),
              numbers,
              lists,
              node.before().value(2 * node.id(), round, previous, time),
              node.own().value(2 * node.id() + 1, round, previous, time),
              amounts(node.amounts(), 2 * node.id(), round, previous, time)));
      previous = node.id();
    }

    /** Gives requests their slots. */
    private void place(OpCode code, int field, long[] numbers, long[][] lists) {
      if (code.fields().get(field) == OpField.REQUEST) {
        numbers[field] = requests.decode(code, numbers[field]);
      } else if (code.fields().get(field) == OpField.REQUESTS) {
        lists[field] = requests.decodeAll(lists[field]);
      }
    }

    private long[] list(FieldLaw.OfList law, Place here, String name) {
      long count = value(law.length(), here, name);
      if (count < 0 || count > MOST_CALLS) {
        throw tooMuch("a list of " + count);
      }
      long[] list = new long[(int) count];
      for (int i = 0; i < list.length; i++) {
        list[i] =
            value(
                law.elements(),
                here.within(append(here.iterations(), i, list.length)),
                name + ", element " + i);
      }
      return list;
    }

    private long member(long[] numbers, List<OpField> fields, int field, String name) {
      long world = numbers[field];
      int index = fields.indexOf(OpField.COMMUNICATOR);
      int communicator = index < 0 ? Communicator.WORLD : (int) numbers[index];
      Integer member =
          world < 0 || known == null
              ? Integer.valueOf((int) world)
              : known.member(rank, communicator, world);
      if (member == null) {
        throw ForetellException.badInput(
            "rank "
                + rank
                + ", "
                + name
                + ": rank "
                + world
                + " would be no member of communicator "
                + communicator);
      }
      return member;
    }
  }
}
