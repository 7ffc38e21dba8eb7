package org.foretell.classification.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.foretell.classification.Classifier;
import org.foretell.classification.Curve;
import org.foretell.classification.Normals;
import org.foretell.classification.Origin;
import org.foretell.classification.call.CallMode;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The JSON of a file. */
record ClassifierDocument(
    int formatVersion,
    @Nullable Origin origin,
    @Nullable List<MessageTime> normalMessages,
    @Nullable List<CollectiveTime> normalCollectives,
    @Nullable List<UpdateTime> normalUpdates,
    @Nullable List<Tree> trees) {
  static final int FORMAT_VERSION = 2;

  record MessageTime(
      CallMode send,
      CallMode receive,
      boolean withinNode,
      List<Long> bytes,
      List<List<Double>> ps) {}

  record CollectiveTime(OpCode op, int members, List<Long> bytes, List<List<Double>> ps) {}

  record UpdateTime(boolean withinNode, List<Long> bytes, List<List<Double>> ps) {}

  record Tree(
      CommunicationKind kind, List<DecisionTree.Node> nodes, List<List<Integer>> confusion) {}

  static ClassifierDocument of(Origin origin, Classifier classifier) {
    Normals normals = classifier.normals();
    List<MessageTime> messages = new ArrayList<>();
    normals
        .messages()
        .forEach(
            (key, curve) ->
                messages.add(
                    new MessageTime(
                        key.send(),
                        key.receive(),
                        key.isWithinNode(),
                        curve.bytes(),
                        curve.meansPs())));
    messages.sort(
        Comparator.comparing(MessageTime::send)
            .thenComparing(MessageTime::receive)
            .thenComparing(MessageTime::withinNode));
    List<CollectiveTime> collectives = new ArrayList<>();
    normals
        .collectives()
        .forEach(
            (code, byMembers) ->
                byMembers.forEach(
                    (members, curve) ->
                        collectives.add(
                            new CollectiveTime(code, members, curve.bytes(), curve.meansPs()))));
    List<UpdateTime> updates = new ArrayList<>();
    normals
        .updates()
        .forEach(
            (within, curve) -> updates.add(new UpdateTime(within, curve.bytes(), curve.meansPs())));
    updates.sort(Comparator.comparing(UpdateTime::withinNode));
    List<Tree> trees = new ArrayList<>();
    classifier
        .trees()
        .forEach(
            (kind, tree) -> {
              ConfusionMatrix confusion = classifier.confusions().get(kind);
              trees.add(
                  new Tree(kind, tree.nodes(), confusion == null ? List.of() : confusion.counts()));
            });
    return new ClassifierDocument(FORMAT_VERSION, origin, messages, collectives, updates, trees);
  }

  private static <T> T present(@Nullable T value, String name) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static Curve curve(
      String what, int times, @Nullable List<Long> bytes, @Nullable List<List<Double>> ps) {
    List<Long> sizes = present(bytes, what + ".bytes");
    List<List<Double>> rows = present(ps, what + ".ps");
    if (sizes.contains(null) || rows.stream().anyMatch(row -> row == null || row.contains(null))) {
      throw new IllegalArgumentException(what + " has a null where a number is expected");
    }
    Curve curve = new Curve(sizes, rows);
    if (curve.times() != times) {
      throw new IllegalArgumentException(
          what + " has " + curve.times() + " times for each size; expected " + times);
    }
    return curve;
  }

  ClassifierFile read() {
    Map<Normals.MessageKey, Curve> messages = new HashMap<>();
    for (MessageTime each : present(normalMessages, "normalMessages")) {
      MessageTime time = present(each, "an element of normalMessages");
      messages.put(
          new Normals.MessageKey(
              present(time.send(), "normalMessages.send"),
              present(time.receive(), "normalMessages.receive"),
              time.withinNode()),
          curve("normalMessages", 5, time.bytes(), time.ps()));
    }
    Map<OpCode, NavigableMap<Integer, Curve>> collectives = new EnumMap<>(OpCode.class);
    for (CollectiveTime each : present(normalCollectives, "normalCollectives")) {
      CollectiveTime time = present(each, "an element of normalCollectives");
      if (time.members() < 2) {
        throw new IllegalArgumentException(
            "normalCollectives.members is " + time.members() + "; expected 2 or more");
      }
      collectives
          .computeIfAbsent(present(time.op(), "normalCollectives.op"), op -> new TreeMap<>())
          .put(time.members(), curve("normalCollectives", 1, time.bytes(), time.ps()));
    }
    Map<Boolean, Curve> updates = new HashMap<>();
    for (UpdateTime each : present(normalUpdates, "normalUpdates")) {
      UpdateTime time = present(each, "an element of normalUpdates");
      updates.put(time.withinNode(), curve("normalUpdates", 2, time.bytes(), time.ps()));
    }
    Map<CommunicationKind, DecisionTree> byKind = new EnumMap<>(CommunicationKind.class);
    Map<CommunicationKind, ConfusionMatrix> confusions = new EnumMap<>(CommunicationKind.class);
    for (Tree each : present(trees, "trees")) {
      Tree tree = present(each, "an element of trees");
      CommunicationKind kind = present(tree.kind(), "trees.kind");
      byKind.put(kind, new DecisionTree(kind.schema(), present(tree.nodes(), "trees.nodes")));
      confusions.put(kind, confusion(kind, present(tree.confusion(), "trees.confusion")));
    }
    if (byKind.isEmpty()) {
      throw new IllegalArgumentException("there is no tree in trees");
    }
    return new ClassifierFile(
        checked(present(origin, "origin")),
        new Classifier(new Normals(messages, collectives, updates), byKind, confusions));
  }

  private static ConfusionMatrix confusion(CommunicationKind kind, List<List<Integer>> counts) {
    int classes = kind.schema().classes().size();
    boolean isSquare =
        counts.size() == classes
            && counts.stream()
                .allMatch(
                    row ->
                        row != null
                            && row.size() == classes
                            && row.stream().allMatch(count -> count != null && count >= 0));
    if (!isSquare) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "trees.confusion of kind %s is not %d rows of %d counts",
              kind.word(),
              classes,
              classes));
    }
    return new ConfusionMatrix(kind.schema().classes(), counts);
  }

  private static Origin checked(Origin origin) {
    present(origin.version(), "origin.version");
    if (!origin.recorded()) {
      present(origin.model(), "origin.model");
    }
    return origin;
  }
}
