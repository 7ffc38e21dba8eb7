package org.foretell.parsers.otf2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.parsers.otf2.DefinitionOutput.Location;

/**
 * An archive that is being written: an anchor file, the definitions beside it, and a folder with
 * the events of each rank. Its files lie in a hidden folder until {@link #commit}. Times are
 * picoseconds. Memory grows with the numbers of names and of members of communicators. For one
 * thread.
 *
 * @see <a href="https://perftools.pages.jsc.fz-juelich.de/cicd/otf2/tags/latest/html/">Open Trace
 *     Format 2</a>
 */
public final class Otf2Output implements AutoCloseable {
  /** The number of MPI_COMM_WORLD. */
  public static final int WORLD = 0;

  /** The number of MPI_COMM_SELF, whichever rank it is of. */
  public static final int SELF = 1;

  /** The program that {@link Archive#creator} names. */
  static final String CREATOR = "Foretell";

  private static final int EVENT_CHUNK_BYTES = 1 << 20;
  private static final int DEFINITION_CHUNK_BYTES = 4 << 20;
  private static final int LARGEST_CHUNK_BYTES = 16 << 20;
  private static final int MANY_RANKS = 1 << 18;

  private static final int ANCHOR_BYTES = 256;

  /** Of the anchor file 3, of the format 2, of the library 3.0.2. */
  private static final byte[] ANCHOR_VERSIONS = {3, 2, 3, 0, 2};

  private final ArchivePlace place;
  private final int[] nodes;

  /** How many events each rank has in its own location. */
  private final long[] events;

  private final List<Location> others = new ArrayList<>();
  private final int definitionChunkBytes;
  private final DefinitionOutput definitions;
  private long lastPs;

  /**
   * Creates the hidden folder beside the anchor file.
   *
   * @param anchor name of the archive, with its ending
   * @param nodes the node of each rank; empty if it is not known
   * @param ranks their number
   * @throws org.foretell.trace.TraceException if the name is none of an archive, or there is
   *     something else under it
   * @throws IOException if the folder cannot be made
   */
  public Otf2Output(Path anchor, int[] nodes, int ranks) throws IOException {
    this.nodes = nodes;
    place = new ArchivePlace(anchor);
    events = new long[ranks];
    definitionChunkBytes = ranks < MANY_RANKS ? DEFINITION_CHUNK_BYTES : LARGEST_CHUNK_BYTES;
    definitions = new DefinitionOutput(place.definitions(), definitionChunkBytes, ranks);
  }

  /**
   * {@return the number of a communicator, which is defined if it is new}
   *
   * @param members its ranks in the world, in order; the same array stands for the same
   *     communicator
   * @throws IOException if the definitions cannot be written
   */
  public int communicator(int[] members) throws IOException {
    return definitions.communicator(members);
  }

  /**
   * {@return the number of a region, which is defined if it is new}
   *
   * @param kind what it is
   * @param title its name
   * @throws IOException if the definitions cannot be written
   */
  public int region(RegionKind kind, String title) throws IOException {
    return definitions.region(kind, title);
  }

  /** The definitions, for what only this package writes. */
  DefinitionOutput definitions() {
    return definitions;
  }

  /**
   * Begins the events of a location; those of the one before have ended.
   *
   * @param rank of which they are
   * @param lane 0, or another location of the rank, each once
   * @return where they go
   * @throws IOException if the file cannot be made
   */
  public EventOutput begin(int rank, int lane) throws IOException {
    int id = lane == 0 ? rank : events.length + others.size();
    return new EventOutput(place.locations().resolve(id + ".evt"), EVENT_CHUNK_BYTES);
  }

  /**
   * Ends the events of a location.
   *
   * @param rank of which they are
   * @param lane as for {@link #begin(int, int)}
   * @param output from there, closed here
   * @param endPs no event is later
   * @throws IOException if the file cannot be written
   */
  public void end(int rank, int lane, EventOutput output, long endPs) throws IOException {
    output.finish();
    if (lane == 0) {
      events[rank] = output.count();
    } else {
      others.add(new Location(rank, lane, output.count()));
    }
    lastPs = Math.max(lastPs, endPs);
    output.close();
  }

  /**
   * Writes the rest and puts the archive in its place, in which it replaces one that is there.
   *
   * @throws IOException if that fails; what was there before has been kept or restored
   */
  public void commit() throws IOException {
    finish();
    definitions.close();
    anchorFile();
    place.commit();
  }

  /** Writes what only the end shows, and the files that locations without events have too. */
  private void finish() throws IOException {
    for (int rank = 0; rank < events.length; rank++) {
      if (events[rank] == 0) {
        end(rank, 0, begin(rank, 0), 0);
      }
    }
    List<Location> locations = new ArrayList<>();
    for (int rank = 0; rank < events.length; rank++) {
      locations.add(new Location(rank, 0, events[rank]));
    }
    locations.addAll(others);
    for (int id = 0; id < locations.size(); id++) {
      Path file = place.locations().resolve(id + ".def");
      try (RecordOutput local = new RecordOutput(file, definitionChunkBytes)) {
        local.finish();
      }
    }
    definitions.finish(nodes, locations, lastPs);
  }

  /** The anchor file, whose numbers have their full width. */
  private void anchorFile() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(ANCHOR_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) RecordFile.CHUNK_HEADER).put((byte) RecordFile.LITTLE_ENDIAN);
    text(bytes, "OTF2");
    bytes.put(ANCHOR_VERSIONS).putLong(EVENT_CHUNK_BYTES).putLong(definitionChunkBytes);
    bytes.put((byte) Archive.POSIX).put((byte) Archive.NOT_COMPRESSED);
    bytes.putLong(events.length + others.size()).putLong(definitions.count());
    text(bytes, "");
    text(bytes, CREATOR);
    text(bytes, "");
    // No properties, no number of its own, no snapshots and no thumbnails.
    bytes.putInt(0).putLong(0).putInt(0).putInt(0).put((byte) 2);
    Files.write(place.anchor(), Arrays.copyOf(bytes.array(), bytes.position()));
  }

  private static void text(ByteBuffer bytes, String text) {
    bytes.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
  }

  /**
   * Deletes what has not been committed.
   *
   * @throws IOException if that fails
   */
  @Override
  public void close() throws IOException {
    definitions.close();
    place.close();
  }
}
