package org.foretell.extrapolation.fit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.RankRecord;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.grid.GridRule;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.LawFitter;
import org.foretell.extrapolation.law.Place;
import org.foretell.extrapolation.law.Sample;
import org.foretell.extrapolation.outline.Part;
import org.foretell.extrapolation.outline.RankWalk;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Finds the laws of a program in a grid. */
final class ProgramFit {
  private static final double PS_PER_US = 1e6;

  private final Alignment alignment;
  private final Grid target;
  private final LawFitter fitter;
  private final Place[][] places;
  private final List<LawUse> laws = new ArrayList<>();
  private final List<BurstUse> bursts = new ArrayList<>();
  private final List<AmountUse> amounts = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private int call;

  private ProgramFit(Alignment alignment, Grid[] grids, Grid target) {
    this.alignment = alignment;
    this.target = target;
    fitter = new LawFitter(grids, target);
    places = new Place[grids.length][];
    for (int t = 0; t < grids.length; t++) {
      places[t] = new Place[grids[t].ranks()];
      for (int rank = 0; rank < places[t].length; rank++) {
        places[t][rank] = Place.of(grids[t], rank);
      }
    }
  }

  static FittedProgram of(Alignment alignment, GridRule rule, Grid[] grids, Grid target) {
    ProgramFit fit = new ProgramFit(alignment, grids, target);
    List<Node> body = fit.body(alignment.outline().body(), 0, "the program");
    Bursts tail = Bursts.NONE;
    Map<Amount, Bursts> tailAmounts = new EnumMap<>(Amount.class);
    if (fit.failures.isEmpty()) {
      body = fit.timed(alignment.outline().body(), 0, body);
      tail = fit.noted("before the end of the program", fit.tail(RankRecord::beforePs));
      for (Amount amount : fit.shared()) {
        List<Bursts.Timed> done = fit.tail(record -> column(record, amount));
        fit.note("before the end of the program", amount, done, tailAmounts);
      }
    }
    return new FittedProgram(
        rule,
        target,
        body,
        tail,
        tailAmounts,
        fit.laws,
        fit.bursts,
        fit.amounts,
        fit.shared(),
        fit.failures,
        fit.leftOut);
  }

  private List<Node> body(List<Part> parts, int owner, String around) {
    List<Node> body = new ArrayList<>();
    for (Part part : parts) {
      if (!failures.isEmpty()) {
        // One value without a law is enough to give up the grid, and to find that takes longest.
        return body;
      }
      if (part instanceof Part.Loop loop) {
        int firstCall = call + 1;
        Law count =
            law("the loop that begins with call " + firstCall, "iterations", counts(part, owner));
        body.add(new Node.OfLoop(count, body(loop.body(), loop.id(), around)));
      } else if (part instanceof Part.Leaf leaf) {
        call++;
        body.add(leaf(leaf, owner));
      }
    }
    return body;
  }

  private List<Sample> counts(Part part, int owner) {
    List<Sample> samples = new ArrayList<>();
    forEachRank(
        (trace, rank, walk) -> {
          IntArrayList counts = walk.counts(part.id());
          List<int[]> entries = walk.entries(owner);
          for (int i = 0; i < counts.size(); i++) {
            samples.add(
                new Sample(trace, places[trace][rank].within(entries.get(i)), counts.getInt(i)));
          }
        });
    return samples;
  }

  /** What is done for each rank of each trace. */
  interface OfRank {
    void accept(int trace, int rank, RankWalk walk);
  }

  private void forEachRank(OfRank action) {
    for (int trace = 0; trace < places.length; trace++) {
      for (int rank = 0; rank < places[trace].length; rank++) {
        action.accept(trace, rank, alignment.walks().get(trace).get(rank));
      }
    }
  }

  private Law law(String place, String what, List<Sample> samples) {
    return noted(place, what, samples, fitter.number(samples));
  }

  /** Notes a law, or that there is none. */
  private Law noted(String place, String what, List<Sample> samples, @Nullable Law law) {
    if (law == null) {
      failures.add(new Failure(place, what, seen(samples), false));
      return PLACEHOLDER;
    }
    laws.add(new LawUse(place, what, law));
    return law;
  }

  /** Stands for a law that was not found, in a program that is not used. */
  private static final Law PLACEHOLDER = Law.Scale.constant(0);

  private String seen(List<Sample> samples) {
    StringBuilder text = new StringBuilder();
    for (int trace = 0; trace < places.length; trace++) {
      int t = trace;
      long[] values =
          samples.stream()
              .filter(sample -> sample.trace() == t)
              .mapToLong(Sample::value)
              .distinct()
              .sorted()
              .toArray();
      if (values.length > 0) {
        text.append(text.isEmpty() ? "" : "; ");
        for (int i = 0; i < Math.min(values.length, 4); i++) {
          text.append(i == 0 ? "" : ", ").append(values[i]);
        }
        text.append(values.length > 4 ? ", .. " + values[values.length - 1] : "");
        text.append(" with ").append(places[trace].length).append(" ranks");
      }
    }
    return text.toString();
  }

  private Node leaf(Part.Leaf leaf, int owner) {
    List<Sample> counts = counts(leaf, owner);
    List<LeafCall> calls = calls(leaf, owner);
    Call first = calls.get(0).call();
    boolean oneSite = calls.stream().allMatch(c -> c.call().site() == first.site());
    String place = name(first.code(), oneSite ? first.site() : OpView.NONE);
    Law count = law(place, "calls", counts);
    FieldFit fields = new FieldFit(fitter, target, alignment, calls);
    List<FieldLaw> found = new ArrayList<>();
    for (int field = 0; field < first.code().fields().size(); field++) {
      FieldFit.Found law = fields.of(field);
      if (law.law() != null) {
        found.add(law.law());
        law.parts().forEach((what, part) -> laws.add(new LawUse(place, what, part)));
      } else if (law.isLeftOut()) {
        leftOut.add(place + ": " + law.what());
      } else if (law.samples() != null) {
        failures.add(new Failure(place, law.what(), seen(law.samples()), law.isUneven()));
      }
    }
    int site = oneSite ? first.site() : OpView.NONE;
    return new Node.OfCall(
        leaf.id(), place, count, first.code(), site, found, Bursts.NONE, Bursts.NONE, Map.of());
  }

  /** The same program with the laws of its computation, which only a result needs. */
  private List<Node> timed(List<Part> parts, int owner, List<Node> body) {
    List<Node> timed = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof Part.Loop loop && body.get(i) instanceof Node.OfLoop node) {
        timed.add(new Node.OfLoop(node.count(), timed(loop.body(), loop.id(), node.body())));
      } else if (parts.get(i) instanceof Part.Leaf leaf
          && body.get(i) instanceof Node.OfCall node) {
        List<Place> rounds =
            calls(leaf, owner).stream().map(made -> node.inRounds(made.place())).toList();
        Bursts before = noted("before " + node.place(), bursts(leaf, rounds, RankRecord::beforePs));
        Bursts own = Bursts.NONE;
        if (node.code() == OpCode.ELAPSE) {
          own = noted("during " + node.place(), bursts(leaf, rounds, RankRecord::ownPs));
        }
        Map<Amount, Bursts> done = new EnumMap<>(Amount.class);
        for (Amount amount : shared()) {
          List<Bursts.Timed> found = bursts(leaf, rounds, record -> column(record, amount));
          note("before " + node.place(), amount, found, done);
        }
        timed.add(node.withBursts(before, own, done));
      }
    }
    return timed;
  }

  private List<LeafCall> calls(Part.Leaf leaf, int owner) {
    List<LeafCall> calls = new ArrayList<>();
    forEachRank(
        (trace, rank, walk) -> {
          IntArrayList done = walk.counts(leaf.id());
          List<int[]> entries = walk.entries(owner);
          RankRecord record = alignment.recordings().get(trace).ranks().get(rank);
          int next = 0;
          for (int i = 0; i < done.size(); i++) {
            if (done.getInt(i) == 1) {
              int position = walk.calls(leaf.id()).getInt(next++);
              Call made = alignment.pool().call(record.calls()[position]);
              calls.add(
                  new LeafCall(trace, rank, places[trace][rank].within(entries.get(i)), made));
            }
          }
        });
    return calls;
  }

  private String name(OpCode code, int site) {
    String op = code.name().toLowerCase(Locale.ROOT);
    return site < 0
        ? op + " (call " + call + " of the program)"
        : op + " at " + alignment.pool().sites().get(site);
  }

  /** The amounts that all traces have. */
  private Set<Amount> shared() {
    Set<Amount> shared = EnumSet.allOf(Amount.class);
    alignment.recordings().forEach(recording -> shared.retainAll(recording.amounts()));
    return shared;
  }

  private static long[] column(RankRecord record, Amount amount) {
    long[] column = record.amounts().get(amount);
    if (column == null) {
      throw new AssertionError("a rank has no " + amount + " though its trace has");
    }
    return column;
  }

  /** What is done before a call, or what it takes itself. */
  private List<Bursts.Timed> bursts(
      Part.Leaf leaf, List<Place> at, Function<RankRecord, long[]> column) {
    List<Bursts.Timed> timed = new ArrayList<>(at.size());
    forEachRank(
        (trace, rank, walk) -> {
          RankRecord record = alignment.recordings().get(trace).ranks().get(rank);
          long[] values = column.apply(record);
          IntArrayList positions = walk.calls(leaf.id());
          for (int time = 0; time < positions.size(); time++) {
            Place here = at.get(timed.size());
            int position = positions.getInt(time);
            int previous = position == 0 ? 0 : walk.partAt(position - 1);
            timed.add(new Bursts.Timed(trace, here, previous, time, values[position]));
          }
        });
    return timed;
  }

  private List<Bursts.Timed> tail(Function<RankRecord, long[]> column) {
    List<Bursts.Timed> timed = new ArrayList<>();
    forEachRank(
        (trace, rank, walk) -> {
          RankRecord record = alignment.recordings().get(trace).ranks().get(rank);
          int calls = record.calls().length;
          int previous = calls == 0 ? 0 : walk.partAt(calls - 1);
          long after = column.apply(record)[calls];
          timed.add(new Bursts.Timed(trace, places[trace][rank], previous, 0, after));
        });
    return timed;
  }

  private Bursts noted(String place, List<Bursts.Timed> timed) {
    Bursts found = Bursts.of(timed, target.ranks());
    BurstLaw law = found.all();
    if (law.mean() > 0) {
      bursts.add(
          new BurstUse(
              place,
              law.growth().text(PS_PER_US, "us"),
              law.mean() / 1e12,
              law.least() / 1e12,
              law.most() / 1e12,
              found.inOneTrace()));
    }
    return found;
  }

  /** Notes the law of an amount, if it is known of all bursts there; that it is 0 is known too. */
  private void note(
      String place, Amount amount, List<Bursts.Timed> done, Map<Amount, Bursts> known) {
    if (done.stream().anyMatch(burst -> burst.value() == Amount.UNKNOWN)) {
      return;
    }
    Bursts found = Bursts.of(done, target.ranks());
    known.put(amount, found);
    BurstLaw law = found.all();
    if (law.mean() > 0) {
      amounts.add(new AmountUse(place, amount, law.growth().text(1, amount.unit()), law.mean()));
    }
  }
}
