package org.foretell.parsers.otf2;

import java.nio.file.Files;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.trace.Communicator;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/** Reads an archive: first all ranks for a survey, then all for their ops. */
final class Conversion {
  private final Archive archive;
  private final Definitions definitions;
  private final List<Definitions.Location> ranks;
  private final Communicators communicators;
  private final boolean keepsCallTimes;
  private final TraceSink sink;
  private final Losses losses = new Losses();
  private final RankSurvey[] surveys;

  private Conversion(
      Archive archive, Definitions definitions, boolean keepsCallTimes, TraceSink sink) {
    this.archive = archive;
    this.definitions = definitions;
    this.keepsCallTimes = keepsCallTimes;
    this.sink = sink;
    ranks = definitions.ranks();
    if (ranks.size() > TraceInfo.MAX_RANKS) {
      throw new TraceException(
          archive.definitions()
              + ": expected at most "
              + TraceInfo.MAX_RANKS
              + " ranks, found "
              + ranks.size());
    }
    communicators = new Communicators(definitions, ranks.size());
    surveys = new RankSurvey[ranks.size()];
  }

  /** Reads the definitions. */
  static Conversion of(Archive archive, boolean keepsCallTimes, TraceSink sink) {
    return new Conversion(archive, Definitions.of(archive), keepsCallTimes, sink);
  }

  /** Passes everything to the sink. */
  List<Loss> run() {
    survey();
    String creator = archive.anchor().creator();
    sink.begin(
        new TraceInfo(
            archive.name(),
            ranks.size(),
            "OTF2 archive"
                + (creator.isBlank()
                    ? definitions.isOfEztrace() ? " of EZTrace" : ""
                    : " of " + creator.strip()),
            0,
            List.of()));
    communicators.created().forEach(sink::communicator);
    RankConverter converter =
        new RankConverter(definitions, communicators, keepsCallTimes, sink, losses);
    for (int rank = 0; rank < ranks.size(); rank++) {
      if (surveys[rank].isEmpty()) {
        sink.beginProgram(RankSet.of(rank));
        sink.endProgram();
        losses.note("ranks without events", 1);
      } else {
        convert(converter, rank);
      }
    }
    losses.add(
        "locations that are not the first thread of a process",
        "a rank is one sequence of calls; their calls and computation are not replayed",
        definitions.locations() - ranks.size());
    losses.notes().forEach(sink::note);
    sink.end();
    return losses.list();
  }

  private void convert(RankConverter converter, int rank) {
    long location = ranks.get(rank).id();
    try (EventCursor events = EventCursor.open(archive, location, definitions)) {
      if (surveys[rank].needsMatches()) {
        try (Matches matches = new Matches(EventCursor.open(archive, location, definitions))) {
          converter.convert(rank, surveys[rank], events, matches);
        }
      } else {
        converter.convert(rank, surveys[rank], events, null);
      }
    }
  }

  private void survey() {
    boolean hasLost = false;
    for (int rank = 0; rank < surveys.length; rank++) {
      Definitions.Location location = ranks.get(rank);
      surveys[rank] = new RankSurvey();
      if (Files.exists(archive.events(location.id()))) {
        try (EventCursor events = EventCursor.open(archive, location.id(), definitions)) {
          surveys[rank].survey(events, definitions);
        }
        hasLost |= surveys[rank].losesReceives();
      } else if (location.events() > 0) {
        throw new TraceException(
            archive.events(location.id())
                + ": expected the events of rank "
                + rank
                + ", found no such file; copy the whole archive");
      }
    }
    if (hasLost) {
      gatherMessages();
    }
  }

  private void gatherMessages() {
    for (int rank = 0; rank < surveys.length; rank++) {
      for (RankSurvey survey : surveys) {
        if (survey.losesReceives()) {
          survey.lost().nextSender();
        }
      }
      if (!surveys[rank].isEmpty()) {
        try (EventCursor events = EventCursor.open(archive, ranks.get(rank).id(), definitions)) {
          gatherMessages(rank, events);
        }
      }
    }
  }

  private void gatherMessages(int rank, EventCursor events) {
    long epoch = 0;
    while (events.next()) {
      if (events.type == EventType.COLLECTIVE_END) {
        epoch++;
      } else if ((events.type == EventType.SEND || events.type == EventType.ISEND)
          && !Communicators.isNobody(events)) {
        Communicator communicator = communicators.of(events);
        int peer = communicators.peer(events, communicator);
        int receiver =
            communicator.id() == Communicator.SELF ? rank : communicator.worldRanks()[peer];
        if (surveys[receiver].losesReceives()) {
          int sender = Communicators.rankOf(communicator, rank);
          surveys[receiver].lost().add(epoch, sender, communicator.id(), events.tag, events.bytes);
        }
      }
    }
  }
}
