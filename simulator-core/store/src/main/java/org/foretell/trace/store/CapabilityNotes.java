package org.foretell.trace.store;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Notes what the ops of a trace ask of a consumer. Where a field varies, whatever it may be counts,
 * even if another field never lets it matter.
 */
final class CapabilityNotes {
  private final Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
  private @Nullable Variation[] varying = {};

  Set<Capability> capabilities() {
    return capabilities;
  }

  /** Notes what the ops of a part ask. */
  void addAll(CapabilityNotes part) {
    boolean isOrdered = isOrderedShmem() || part.isOrderedShmem();
    capabilities.addAll(part.capabilities);
    if (isOrdered) {
      capabilities.remove(Capability.UNORDERED_SHMEM);
    }
  }

  private boolean isOrderedShmem() {
    return capabilities.contains(Capability.SHMEM)
        && !capabilities.contains(Capability.UNORDERED_SHMEM);
  }

  /** Notes an op whose fields vary as said by field id. */
  void note(OpView op, @Nullable Variation[] variations) {
    varying = variations;
    OpCode code = op.code();
    switch (code.family()) {
      case MARKER -> capabilities.add(Capability.MARKERS);
      case RMA -> capabilities.add(Capability.RMA);
      case FILE -> capabilities.add(Capability.FILE_IO);
      case SHMEM -> {
        noteShmem(op);
        noteMatching(op);
      }
      case COMPUTE -> {
        if (isSet(op, OpField.HISTOGRAM)) {
          capabilities.add(Capability.HISTOGRAMS);
        }
        if (isSet(op, OpField.FLOPS) || isSet(op, OpField.MEMORY_BYTES)) {
          capabilities.add(Capability.BURST_WORK);
        }
      }
      case COMMUNICATOR -> {
        if (code != OpCode.COMM_FREE) {
          capabilities.add(Capability.SUB_COMMUNICATORS);
        }
      }
      case COMPLETION -> noteCompletion(op);
      case POINT_TO_POINT, PERSISTENT -> noteMatching(op);
      case LOCAL, COLLECTIVE -> {}
    }
    if (code == OpCode.SHMEM_TEAM_SPLIT) {
      capabilities.add(Capability.SUB_COMMUNICATORS);
    }
    if (isSet(op, OpField.CALL_SITE)) {
      capabilities.add(Capability.CALL_SITES);
    }
  }

  private void noteShmem(OpView op) {
    boolean isFirst = capabilities.add(Capability.SHMEM);
    if (!op.code().isUnordered() || isSet(op, OpField.TAG) || namesVariables(op)) {
      capabilities.remove(Capability.UNORDERED_SHMEM);
    } else if (isFirst) {
      capabilities.add(Capability.UNORDERED_SHMEM);
    }
  }

  private boolean namesVariables(OpView op) {
    return op.code().has(OpField.VARIABLES)
        && (varying[OpField.VARIABLES.id()] != null || op.listLength(OpField.VARIABLES) > 0);
  }

  private void noteCompletion(OpView op) {
    switch (op.code()) {
      case WAITANY, TEST, TESTALL, TESTANY -> noteOutcome(op);
      case WAITSOME, TESTSOME -> {
        if (op.listLength(OpField.OUTCOMES) == 0) {
          noteOutcome(op);
        }
      }
      case WAIT, WAITALL -> {}
      // Of COMPLETION all are listed: no other op completes requests.
      default -> {}
    }
  }

  private void noteOutcome(OpView op) {
    if (can(op, OpField.OUTCOME, OpView.NONE)) {
      capabilities.add(Capability.UNRESOLVED_COMPLETIONS);
    }
  }

  private void noteMatching(OpView op) {
    OpCode code = op.code();
    if (code == OpCode.PROBE) {
      capabilities.add(Capability.PROBES);
    } else if (code == OpCode.IPROBE) {
      noteOutcome(op);
    }
    if (!code.has(OpField.MATCHED_PEER) || !can(op, OpField.MATCHED_PEER, OpView.NONE)) {
      return;
    }
    boolean both = code.has(OpField.RECEIVE_PEER);
    if (can(op, both ? OpField.RECEIVE_PEER : OpField.PEER, OpView.ANY)
        || can(op, both ? OpField.RECEIVE_TAG : OpField.TAG, OpView.ANY)) {
      capabilities.add(Capability.UNRESOLVED_WILDCARDS);
    }
  }

  /** Whether an op has a field that is not always absent. */
  private boolean isSet(OpView op, OpField field) {
    if (!op.code().has(field)) {
      return false;
    }
    Variation variation = varying[field.id()];
    return variation == null
        ? op.get(field) != op.code().absent(field)
        : !OpEncoder.isSingle(op, variation)
            || OpEncoder.single(variation, 0) != op.code().absent(field);
  }

  /** Whether a field of an op can take a value; a field that it does not have is absent. */
  private boolean can(OpView op, OpField field, long value) {
    if (!op.code().has(field)) {
      return field.absent() == value;
    }
    Variation variation = varying[field.id()];
    if (variation == null) {
      return op.get(field) == value;
    }
    return !variation.relative() && holds(variation.values(), value);
  }

  private static boolean holds(Values values, long value) {
    if (values instanceof Values.Constant constant) {
      return constant.value() == value;
    }
    if (values instanceof Values.Cyclic cyclic) {
      return Arrays.stream(cyclic.values()).anyMatch(each -> each == value);
    }
    if (values instanceof Values.PerRank perRank) {
      return Arrays.stream(perRank.values()).anyMatch(each -> each == value);
    }
    return values instanceof Values.Scoped scoped
        && scoped.scopes().stream().anyMatch(scope -> holds(scope.values(), value));
  }
}
