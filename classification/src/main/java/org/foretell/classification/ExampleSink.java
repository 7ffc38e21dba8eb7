package org.foretell.classification;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.foretell.classification.call.CollectiveTimes;
import org.foretell.classification.call.MessageSink;
import org.foretell.classification.call.MessageTimes;
import org.foretell.classification.call.UpdateTimes;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.Example;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Collects examples whose class the phase says that they are in. Not thread safe. */
final class ExampleSink implements MessageSink {
  private final Normals.Ratios ratios;
  private final Map<CommunicationKind, List<Example>> examples =
      new EnumMap<>(CommunicationKind.class);
  private IntFunction<@Nullable CommunicationClass> label = marker -> null;
  private boolean isWithinNode;

  /** Markers of phases with examples that have no class. */
  private final SortedSet<Integer> unlabelled = new TreeSet<>();

  ExampleSink(Normals normals) {
    ratios = normals.ratios();
    for (CommunicationKind kind : CommunicationKind.values()) {
      examples.put(kind, new ArrayList<>());
    }
  }

  /**
   * Sets the place and the class of the next calls.
   *
   * @param within whether ranks are in one node
   * @param labels the class of what happens in the phase of a marker, null for none
   */
  ExampleSink expect(boolean within, IntFunction<@Nullable CommunicationClass> labels) {
    isWithinNode = within;
    label = labels;
    return this;
  }

  @Override
  public void message(MessageTimes times) {
    add(CommunicationKind.MESSAGE, ratios.of(times, isWithinNode), times.marker());
  }

  @Override
  public void collective(CollectiveTimes times) {
    add(CommunicationKind.COLLECTIVE, ratios.of(times), times.marker());
  }

  @Override
  public void update(UpdateTimes times) {
    add(CommunicationKind.UPDATE, ratios.of(times, isWithinNode), times.marker());
  }

  private void add(CommunicationKind kind, double @Nullable [] values, int marker) {
    CommunicationClass found = label.apply(marker);
    if (found == null && marker != OpView.NONE) {
      unlabelled.add(marker);
    }
    if (values != null && found != null) {
      int index = CommunicationClass.of(kind).indexOf(found);
      if (index >= 0) {
        examples
            .computeIfAbsent(kind, key -> new ArrayList<>())
            .add(new Example(values.clone(), index));
      }
    }
  }

  SortedSet<Integer> unlabelled() {
    return unlabelled;
  }

  Map<CommunicationKind, List<Example>> examples() {
    return examples;
  }
}
