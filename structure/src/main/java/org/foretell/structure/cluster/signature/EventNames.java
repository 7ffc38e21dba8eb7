package org.foretell.structure.cluster.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** What an event is: its stack signature, and all that must be equal for ranks to share it. */
final class EventNames {
  private static final long SITE = 1L << 62;

  /** Fields of which another value makes another event. */
  private static final List<OpField> TELLING =
      List.of(OpField.COMMUNICATOR, OpField.CALL_SITE, OpField.MARKER, OpField.OBJECT);

  private static final OpField[][] TELLING_FIELDS = new OpField[256][];
  private static final OpField[][] LISTS = new OpField[256][];

  static {
    for (OpCode code : OpCode.values()) {
      TELLING_FIELDS[code.id()] = TELLING.stream().filter(code::has).toArray(OpField[]::new);
      LISTS[code.id()] = code.fields().stream().filter(OpField::isList).toArray(OpField[]::new);
    }
  }

  private final CommunicatorKinds communicators;
  private final List<Long> callSites = new ArrayList<>();

  EventNames(CommunicatorKinds communicators) {
    this.communicators = communicators;
  }

  /** Call sites count by their text, so that two traces of a program have the same signatures. */
  void callSite(String text) {
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = EventSequence.mixed(hash ^ text.charAt(i));
    }
    callSites.add(hash);
  }

  /** Whether an op is an event, rather than computation between events. */
  static boolean isEvent(OpCode code) {
    return code.family() != OpCode.Family.COMPUTE;
  }

  /**
   * Whether an op is another event from one execution to the next, or a burst that may be drawn
   * from another histogram or be missing although it is drawn.
   */
  static boolean isIrregular(OpView op, List<Variation> variations) {
    boolean drawn = op.histogram() >= 0 || variation(variations, OpField.HISTOGRAM).isPresent();
    for (Variation variation : variations) {
      OpField field = variation.field();
      if (drawn && variation.values() instanceof Values.Column) {
        return true;
      }
      boolean tells =
          TELLING.contains(field) || field == OpField.FLAGS || field == OpField.HISTOGRAM;
      if (tells && cycles(variation.values())) {
        return true;
      }
    }
    return false;
  }

  static boolean cycles(Values values) {
    return values instanceof Values.Cyclic
        || (values instanceof Values.Scoped scoped
            && scoped.scopes().stream().anyMatch(scope -> scope.values() instanceof Values.Cyclic));
  }

  /** Adds an event of a rank to a sequence. */
  void add(OpView op, List<Variation> variations, Own own, EventSequence into) {
    OpCode code = op.code();
    long site = OpView.NONE;
    long kind = 0;
    long identity = code.id();
    for (OpField field : TELLING_FIELDS[code.id()]) {
      long value = own.constant(op, variations, field);
      if (field == OpField.CALL_SITE) {
        site = value;
        value = value < 0 ? value : callSites.get((int) value);
      } else if (field == OpField.COMMUNICATOR) {
        kind = communicators.kind((int) value);
        value = kind;
      }
      identity = EventSequence.mixed(identity ^ value * 31);
    }
    for (OpField list : LISTS[code.id()]) {
      identity = EventSequence.mixed(identity + op.listLength(list));
    }
    long signature =
        site >= 0
            ? EventSequence.mixed(callSites.get((int) site) ^ SITE)
            : EventSequence.mixed(code.id() ^ EventSequence.mixed(kind));
    into.event(signature, identity);
  }

  /** Finds the values of one rank. */
  interface Own {
    /** A value that is the same in all executions. */
    long constant(OpView op, List<Variation> variations, OpField field);
  }

  /** The variation of a field, empty if it is constant. */
  static Optional<Variation> variation(List<Variation> variations, OpField field) {
    for (Variation variation : variations) {
      if (variation.field() == field) {
        return Optional.of(variation);
      }
    }
    return Optional.empty();
  }
}
