package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Certainty;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.LawFitter;
import org.foretell.extrapolation.law.Place;
import org.foretell.extrapolation.law.Sample;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/** Finds the laws of the fields of a call. */
final class FieldFit {
  private final LawFitter fitter;
  private final Grid target;
  private final Alignment alignment;
  private final List<LeafCall> calls;
  private final OpCode code;

  FieldFit(LawFitter fitter, Grid target, Alignment alignment, List<LeafCall> calls) {
    this.fitter = fitter;
    this.target = target;
    this.alignment = alignment;
    this.calls = calls;
    code = calls.get(0).call().code();
  }

  /**
   * What was found for a field: a law, or that there is none, or that it has no value.
   *
   * @param what the field, for people
   * @param parts the laws that it consists of
   * @param samples what has no law, null if it needs none
   * @param isLeftOut whether the trace does without
   * @param isUneven whether a law gives parts of elements
   */
  record Found(
      String what,
      @Nullable FieldLaw law,
      Map<String, Law> parts,
      @Nullable List<Sample> samples,
      boolean isLeftOut,
      boolean isUneven) {
    static Found none(String what) {
      return new Found(what, null, Map.of(), null, false, false);
    }

    static Found ofLaw(String what, FieldLaw law, Map<String, Law> parts) {
      return new Found(what, law, parts, null, false, false);
    }

    static Found failure(String what, List<Sample> samples) {
      return new Found(what, null, Map.of(), samples, false, false);
    }
  }

  Found of(int field) {
    OpField name = code.fields().get(field);
    boolean isPlace =
        !alignment.pool().hasSlots() && (name == OpField.REQUEST || name == OpField.REQUESTS);
    String what = (isPlace ? "place of " : "") + name.name().toLowerCase(Locale.ROOT);
    if (Call.isTimeOrPlace(name)) {
      return Found.none(what);
    }
    return name.isList() ? list(field, what) : number(field, name, what);
  }

  private Found number(int field, OpField name, String what) {
    long absent = code.absent(name);
    if (calls.stream().allMatch(made -> made.call().number(field) == absent)) {
      return Found.none(what);
    }
    List<Sample> samples = new ArrayList<>(calls.size());
    for (LeafCall made : calls) {
      samples.add(new Sample(made.trace(), made.place(), made.call().number(field)));
    }
    return number(field, name, what, samples);
  }

  private Found number(int field, OpField name, String what, List<Sample> samples) {
    boolean isChance = name == OpField.MATCHED_PEER || name == OpField.MATCHED_TAG;
    boolean inWorld = false;
    Law law;
    if (!name.isRank()) {
      law = fitter.number(samples);
    } else if (isOfWorld()) {
      law = fitter.rank(samples);
    } else {
      law = fitter.number(samples);
      if (law == null || law.usesRank() || !Certainty.isSure(law)) {
        List<Sample> world = inWorld(samples);
        Law other = world == null ? null : fitter.rank(world);
        inWorld = other != null;
        law = inWorld ? other : law;
      }
    }
    if (law == null) {
      return new Found(what, null, Map.of(), samples, isChance, false);
    }
    if (hasParts(name, law, samples)) {
      return parts(what, samples);
    }
    return Found.ofLaw(what, new FieldLaw.OfNumber(field, law, inWorld), Map.of(what, law));
  }

  private boolean hasParts(OpField name, Law law, List<Sample> sizes) {
    return WholeElements.is(name) && !WholeElements.hold(law, WholeElements.of(sizes), target);
  }

  private static Found parts(String what, List<Sample> sizes) {
    long element = WholeElements.of(sizes);
    return new Found(
        what + " in whole elements of " + element + " bytes, as here",
        null,
        Map.of(),
        sizes,
        false,
        true);
  }

  private boolean isOfWorld() {
    return calls.stream()
        .allMatch(
            made ->
                made.call().get(OpField.COMMUNICATOR, Communicator.WORLD) == Communicator.WORLD);
  }

  /** The same ranks by their numbers in the world, null if a communicator is not known. */
  private @Nullable List<Sample> inWorld(List<Sample> samples) {
    List<Sample> world = new ArrayList<>(samples.size());
    for (int i = 0; i < samples.size(); i++) {
      LeafCall made = calls.get(i);
      Sample sample = samples.get(i);
      int communicator = (int) made.call().get(OpField.COMMUNICATOR, Communicator.WORLD);
      Integer rank =
          sample.value() < 0
              ? Integer.valueOf((int) sample.value())
              : alignment
                  .members()
                  .get(made.trace())
                  .world(made.rank(), communicator, sample.value());
      if (rank == null) {
        return null;
      }
      world.add(new Sample(sample.trace(), sample.place(), rank));
    }
    return world;
  }

  private Found list(int field, String what) {
    List<Sample> lengths = new ArrayList<>(calls.size());
    List<Sample> elements = new ArrayList<>();
    for (LeafCall made : calls) {
      long[] list = made.call().list(field);
      lengths.add(new Sample(made.trace(), made.place(), list.length));
      for (int i = 0; i < list.length; i++) {
        Place place =
            made.place().within(GeneratedCalls.append(made.place().iterations(), i, list.length));
        elements.add(new Sample(made.trace(), place, list[i]));
      }
    }
    if (elements.isEmpty()) {
      return Found.none(what);
    }
    Law length = fitter.number(lengths);
    if (length == null) {
      return Found.failure("the length of " + what, lengths);
    }
    OpField name = code.fields().get(field);
    boolean areRanks = name == OpField.RANKS;
    Law law = areRanks && isOfWorld() ? fitter.rank(elements) : fitter.number(elements);
    boolean hasParts = law != null && hasParts(name, law, elements);
    if (law == null && isOfWorld()) {
      law = DrawnSizes.of(code, name, elements, target);
    }
    if (law == null || hasParts) {
      return hasParts ? parts(what, elements) : Found.failure(what, elements);
    }
    Map<String, Law> parts = new LinkedHashMap<>();
    parts.put("length of " + what, length);
    parts.put(what, law);
    return Found.ofLaw(what, new FieldLaw.OfList(field, length, law), parts);
  }
}
