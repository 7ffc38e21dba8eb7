package org.foretell.trace.store;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Turns ops and repeats into records and checks every value.
 *
 * <p>Forms are made plain first: what varies in name only becomes a constant.
 */
final class OpEncoder {
  private static final int LISTS = OpField.REQUESTS.id();

  private final FieldRanges ranges;
  private final CapabilityNotes notes = new CapabilityNotes();
  private final @Nullable Variation[] varying = new Variation[OpField.COUNT_OF_FIELDS];
  private RankSet ranks = RankSet.of(0);
  private int places;
  private long highestRequest = -1;
  private int numbers;
  private boolean hasOptionalBursts;

  /** The current op; any for a repeat. */
  private OpCode code = OpCode.COMPUTE;

  /** Values of the current op that are not absent. */
  private final long[] present = new long[OpField.COUNT_OF_FIELDS];

  OpEncoder(FieldRanges ranges) {
    this.ranges = ranges;
  }

  void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    places = 0;
  }

  /** Counters that the program needs so far. */
  int places() {
    return places;
  }

  int requestSlots() {
    return (int) (highestRequest + 1);
  }

  Set<Capability> capabilities() {
    return notes.capabilities();
  }

  /** Notes what the ops of a part need and ask, too. */
  void takeAll(OpEncoder part) {
    highestRequest = Math.max(highestRequest, part.highestRequest);
    hasOptionalBursts |= part.hasOptionalBursts;
    notes.addAll(part.notes);
  }

  /**
   * Appends the record of an op; appends nothing if it fails.
   *
   * @throws IllegalArgumentException if a value is outside its range or a form does not fit
   */
  void op(OpView op, List<Variation> variations, ByteWriter out) {
    boolean column = isColumn(op, variations);
    boolean isOptional = !variations.isEmpty() && isOptional(variations);
    if (isOptional && !column) {
      throw new IllegalArgumentException(
          "a burst that may be left out must not vary otherwise, but does: " + op.code());
    }
    hasOptionalBursts |= isOptional;
    if ((column || variations.isEmpty()) && Words.lists(op.code().id()) == 0) {
      scalars(op, column, isOptional, out);
      notes.note(op, varying);
    } else {
      anyOp(op, variations, out);
    }
  }

  /** Whether a duration from the column is all that varies. */
  private static boolean isColumn(OpView op, List<Variation> variations) {
    return variations.size() == 1
        && variations.get(0).values() instanceof Values.Column
        && op.code().has(OpField.DURATION_PS);
  }

  private static boolean isOptional(List<Variation> variations) {
    for (int i = 0; i < variations.size(); i++) {
      if (variations.get(i).values() instanceof Values.Column column && column.optional()) {
        return true;
      }
    }
    return false;
  }

  /** Whether bursts may be left out. */
  boolean hasOptionalBursts() {
    return hasOptionalBursts;
  }

  /** The record of most ops: numbers only, none of which varies but for a burst's duration. */
  private void scalars(OpView op, boolean column, boolean isOptional, ByteWriter out) {
    int code = op.code().id();
    OpField[] fields = Words.fields(code);
    int constant = 0;
    int special = 0;
    int count = 0;
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      if (column && field == OpField.DURATION_PS) {
        special = 1 << i;
        continue;
      }
      long value = op.get(field);
      if (value != op.code().absent(field)) {
        check(op.code(), field, value);
        constant |= 1 << i;
        present[count++] = value;
      }
    }
    if (column) {
      out.u8(Format.VARIED);
      out.u8(code);
      out.varint(constant);
      out.varint(0);
      out.varint(special);
    } else {
      out.u8(code);
      out.varint(constant);
    }
    out.zigzags(present, count);
    if (column) {
      out.u8(isOptional ? Format.FORM_OPTIONAL : Format.FORM_COLUMN);
    }
  }

  private void anyOp(OpView op, List<Variation> variations, ByteWriter out) {
    int size = out.size();
    int placesBefore = places;
    boolean done = false;
    numbers = 0;
    code = op.code();
    try {
      accept(op.code(), variations);
      fields(op, out);
      notes.note(op, varying);
      done = true;
    } finally {
      Arrays.fill(varying, null);
      if (!done) {
        out.truncate(size);
        places = placesBefore;
      }
    }
  }

  private void accept(OpCode code, List<Variation> variations) {
    for (int i = 0; i < variations.size(); i++) {
      Variation variation = variations.get(i);
      OpField field = variation.field();
      require(code.has(field), code, " has no field ", field);
      require(varying[field.id()] == null, code, " varies more than once: ", field);
      varying[field.id()] = variation;
    }
  }

  private void fields(OpView op, ByteWriter out) {
    OpField[] fields = Words.fields(op.code().id());
    int constant = 0;
    int lists = 0;
    int relative = 0;
    int special = 0;
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      Variation variation = varying[field.id()];
      if (variation != null && !isSingle(op, variation)) {
        special |= 1 << i;
      } else if (variation != null && variation.relative()) {
        relative |= 1 << i;
      } else if (field.id() >= LISTS) {
        lists |= op.listLength(field) > 0 ? 1 << i : 0;
      } else if (scalar(op, field) != op.code().absent(field)) {
        constant |= 1 << i;
      }
    }
    boolean varied = (relative | special) != 0;
    if (varied) {
      out.u8(Format.VARIED);
    }
    out.u8(op.code().id());
    out.varint(constant | lists);
    if (varied) {
      out.varint(relative);
      out.varint(special);
    }
    for (int rest = constant; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      number(field, false, scalar(op, field), out);
    }
    for (int rest = relative; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      number(field, true, scalar(op, field), out);
    }
    for (int rest = lists; rest != 0; rest &= rest - 1) {
      list(op, fields[Integer.numberOfTrailingZeros(rest)], out);
    }
    for (int rest = special; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      variation(op, Objects.requireNonNull(varying[field.id()]), out);
    }
  }

  private void list(OpView op, OpField field, ByteWriter out) {
    int length = op.listLength(field);
    Variation variation = varying[field.id()];
    out.varint(length);
    for (int i = 0; i < length; i++) {
      number(
          field, false, variation == null ? op.listElement(field, i) : single(variation, i), out);
    }
  }

  /** Whether a variation yields the same each time. */
  static boolean isSingle(OpView op, Variation variation) {
    if (variation.values() instanceof Values.Cyclic cyclic) {
      OpField field = variation.field();
      return cyclic.values().length == (field.isList() ? op.listLength(field) : 1);
    }
    return variation.values() instanceof Values.Constant;
  }

  /** Element of what a variation yields each time. */
  static long single(Variation variation, int index) {
    return variation.values() instanceof Values.Cyclic cyclic
        ? cyclic.values()[index]
        : ((Values.Constant) variation.values()).value();
  }

  /** The value, or distance, of a field that is not a list and does not vary in truth. */
  private long scalar(OpView op, OpField field) {
    Variation variation = varying[field.id()];
    return variation == null ? op.get(field) : single(variation, 0);
  }

  private void variation(OpView op, Variation variation, ByteWriter out) {
    OpField field = variation.field();
    int width = 1;
    int flag = variation.relative() ? Format.FORM_RELATIVE : 0;
    int formAt = out.size();
    out.u8(0);
    if (field.isList()) {
      width = op.listLength(field);
      require(width > 0, op.code(), " varies an empty list: ", field);
      out.varint(width);
    }
    int form = values(field, variation.relative(), width, variation.values(), out);
    out.array()[formAt] = (byte) (form | flag);
  }

  /**
   * Appends the record of a repeat's start; appends nothing if it fails.
   *
   * @throws IllegalArgumentException if a count is negative or a form does not fit
   */
  void repeat(Values count, ByteWriter out) {
    int size = out.size();
    int placesBefore = places;
    boolean done = false;
    numbers = 0;
    try {
      out.u8(Format.REPEAT);
      int formAt = out.size();
      out.u8(0);
      int form = values(null, false, 1, count, out);
      out.array()[formAt] = (byte) form;
      done = true;
    } finally {
      if (!done) {
        out.truncate(size);
        places = placesBefore;
      }
    }
  }

  /** Appends values in the plainest form; returns the form. */
  private int values(
      @Nullable OpField field, boolean relative, int width, Values values, ByteWriter out) {
    if (values instanceof Values.Constant constant) {
      for (int i = 0; i < width; i++) {
        number(field, relative, constant.value(), out);
      }
      return Format.FORM_CONSTANT;
    }
    if (values instanceof Values.Cyclic cyclic) {
      long[] cycle = cycle(cyclic, width);
      if (cycle.length > width) {
        place(1, out);
        out.varint(cycle.length / width);
      }
      numbers(field, relative, cycle, out);
      return cycle.length > width ? Format.FORM_CYCLIC : Format.FORM_CONSTANT;
    }
    if (values instanceof Values.PerRank perRank) {
      long expected = (long) ranks.size() * width;
      if (perRank.values().length != expected) {
        throw new IllegalArgumentException(
            "values by rank must be "
                + width
                + " for each of "
                + ranks.size()
                + " ranks, but are "
                + perRank.values().length);
      }
      numbers(field, relative, perRank.values(), out);
      return Format.FORM_PER_RANK;
    }
    if (values instanceof Values.Scoped scoped) {
      scopes(field, relative, width, scoped, out);
      return Format.FORM_SCOPED;
    }
    if (field == null) {
      throw new IllegalArgumentException("the count of a repeat cannot stand in a column");
    }
    return Format.FORM_COLUMN;
  }

  private void scopes(
      @Nullable OpField field, boolean relative, int width, Values.Scoped scoped, ByteWriter out) {
    Optional<String> fault = ScopeCover.fault(scoped, ranks);
    if (fault.isPresent()) {
      throw new IllegalArgumentException(fault.get());
    }
    place(2, out);
    out.varint(scoped.scopes().size());
    for (Values.Scope scope : scoped.scopes()) {
      out.rankSet(scope.ranks());
      numbers += 2 * scope.ranks().sections().size();
      if (scope.values() instanceof Values.Cyclic cyclic) {
        long[] cycle = cycle(cyclic, width);
        out.varint(cycle.length / width);
        numbers(field, relative, cycle, out);
      } else if (scope.values() instanceof Values.Constant constant) {
        out.varint(1);
        for (int i = 0; i < width; i++) {
          number(field, relative, constant.value(), out);
        }
      } else {
        throw new IllegalArgumentException(
            "a scope must hold a constant or a cycle, not " + scope.values());
      }
    }
  }

  private static long[] cycle(Values.Cyclic cyclic, int width) {
    long[] cycle = cyclic.values();
    if (cycle.length == 0 || cycle.length % width != 0) {
      throw new IllegalArgumentException(
          "a cycle must hold a multiple of " + width + " values, but holds " + cycle.length);
    }
    return cycle;
  }

  private void place(int counters, ByteWriter out) {
    out.varint(places);
    places += counters;
    if (places > Format.MAX_PLACES) {
      throw new IllegalArgumentException(
          "a program can have " + Format.MAX_PLACES + " cyclic values, but has more");
    }
  }

  private void numbers(@Nullable OpField field, boolean relative, long[] numbers, ByteWriter out) {
    for (long value : numbers) {
      number(field, relative, value, out);
    }
  }

  private void number(@Nullable OpField field, boolean relative, long value, ByteWriter out) {
    if (++numbers > Format.MAX_NUMBERS) {
      throw new IllegalArgumentException(
          "an op can hold " + Format.MAX_NUMBERS + " numbers, but holds more");
    }
    if (field == null) {
      if (value < 0) {
        throw new IllegalArgumentException(
            "the count of a repeat must be at least 0, but is " + value);
      }
    } else if (relative) {
      if (!FieldRanges.holdsDistance(value)) {
        throw new IllegalArgumentException(ranges.expected(field, true, value));
      }
    } else {
      check(code, field, value);
    }
    out.zigzag(value);
  }

  private void check(OpCode op, OpField field, long value) {
    if (!ranges.holds(op, field, value)) {
      throw new IllegalArgumentException(ranges.expected(field, false, value));
    }
    if (value > highestRequest && (field == OpField.REQUEST || field == OpField.REQUESTS)) {
      highestRequest = value;
    }
  }

  private static void require(boolean holds, OpCode code, String what, OpField field) {
    if (!holds) {
      throw new IllegalArgumentException(code + what + field);
    }
  }
}
