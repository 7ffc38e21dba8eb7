package org.foretell.classification.kind;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.foretell.classification.tree.Schema;

/** The kinds of communication that are classified, each by its own tree. */
public enum CommunicationKind {
  /** A message between two ranks. */
  MESSAGE(
      "send",
      "send wait",
      "receive",
      "receive wait",
      "message",
      "send gap",
      "receive gap",
      "receive after send",
      "send after receive",
      "non-blocking send",
      "non-blocking receive",
      "sendrecv"),
  /** A member's call of a blocking collective. */
  COLLECTIVE("call"),
  /** An update of a variable of OpenSHMEM that a rank waits for. */
  UPDATE("wait", "message");

  private static final int FIRST_YES_OR_NO = 9;

  @SuppressWarnings("ImmutableEnumChecker") // It is a copy that does not change.
  private final List<String> attributes;

  CommunicationKind(String... attributes) {
    this.attributes = List.of(attributes);
  }

  /** {@return the kind in a word: {@code message}} */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the attributes and classes of trees of this kind} */
  public Schema schema() {
    return new Schema(
        attributes,
        CommunicationClass.of(this).stream().map(CommunicationClass::words).toList(),
        this == MESSAGE
            ? IntStream.range(FIRST_YES_OR_NO, attributes.size()).boxed().toList()
            : List.of());
  }
}
