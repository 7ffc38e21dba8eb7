package org.foretell.classification.kind;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The classes of messages, calls of collectives, and updates of OpenSHMEM. */
public enum CommunicationClass {
  /** Without apparent delay. */
  NORMAL(null),
  /** The send is late: the receiver waits for it. */
  LATE_SEND(CommunicationKind.MESSAGE),
  /** The receive is late: the message has arrived before, or the sender waits. */
  LATE_RECEIVE(CommunicationKind.MESSAGE),
  /** As late send, for a non-blocking send. */
  LATE_SEND_POST(CommunicationKind.MESSAGE),
  /** The wait for a non-blocking send is late: its buffer could be used earlier. */
  LATE_SEND_WAIT(CommunicationKind.MESSAGE),
  /** As late receive, for a non-blocking receive. */
  LATE_RECEIVE_POST(CommunicationKind.MESSAGE),
  /** The wait for a non-blocking receive is late: its data could be used earlier. */
  LATE_RECEIVE_WAIT(CommunicationKind.MESSAGE),
  /** Another member is late for a collective, and this one waits. */
  LATE_ARRIVAL(CommunicationKind.COLLECTIVE),
  /** The update is late: a rank waits for it. */
  LATE_PUT(CommunicationKind.UPDATE),
  /** The wait for an update is late: the update has arrived before. */
  LATE_WAIT(CommunicationKind.UPDATE);

  private static final List<CommunicationClass> ALL = List.of(values());

  /** Null for all kinds. */
  private final @Nullable CommunicationKind kind;

  CommunicationClass(@Nullable CommunicationKind kind) {
    this.kind = kind;
  }

  /**
   * {@return the classes of a kind, the normal class first}
   *
   * @param kind of communication
   */
  public static List<CommunicationClass> of(CommunicationKind kind) {
    return ALL.stream().filter(each -> each.kind == null || each.kind == kind).toList();
  }

  /** {@return the class in words, as in markers of phases and tables: {@code late send}} */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * {@return the class whose name a text has before a colon, if any}
   *
   * @param text such as {@code late send: receive posted early}
   */
  public static Optional<CommunicationClass> named(String text) {
    int colon = text.indexOf(':');
    String words = (colon < 0 ? text : text.substring(0, colon)).strip();
    return ALL.stream().filter(each -> each.words().equalsIgnoreCase(words)).findFirst();
  }
}
