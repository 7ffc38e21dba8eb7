package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;

/**
 * The process groups of a run: from a file {@code comm_group.json} beside those of the ranks, as
 * ASTRA-sim has them, and from PyTorch's record in the file of a rank, which holds for that rank.
 */
final class ProcessGroups {
  private static final String FILE = "comm_group.json";
  private static final long MOST_BYTES = 1L << 28;

  /** What PyTorch and others call the group of all ranks where they define no group. */
  private static final List<String> WORLD = List.of("", "0", "default_pg");

  private final int ranks;
  private final ProcessGroup world;
  private final Map<String, ProcessGroup> ofRun = new HashMap<>();
  private final Map<String, ProcessGroup> ofRank = new HashMap<>();
  private final Map<Members, ProcessGroup> known = new HashMap<>();

  private record Members(String name, IntArrayList ranks) {}

  /**
   * Reads the groups of a run.
   *
   * @param ranks of the run
   * @param file of one of them
   * @throws TraceException if the groups are damaged
   */
  ProcessGroups(int ranks, Path file) {
    this.ranks = ranks;
    world = new ProcessGroup("", IntStream.range(0, ranks).toArray());
    find(file).ifPresent(this::read);
  }

  private static Optional<Path> find(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      return Optional.empty();
    }
    try (Stream<Path> children = Files.list(folder)) {
      List<Path> found =
          children.filter(child -> String.valueOf(child.getFileName()).endsWith(FILE)).toList();
      if (found.size() > 1) {
        throw new TraceException(
            folder
                + ": expected one file with process groups (.."
                + FILE
                + "), found "
                + found.size()
                + "; leave that of this run only");
      }
      return found.stream().findFirst();
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    }
  }

  private void read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new TraceException(
            file + ": expected at most " + MOST_BYTES + " bytes of process groups, found more");
      }
      GroupText.readObject(
          Files.readString(file),
          (name, members) -> {
            RankGroups.check(name, members, ranks, file.toString());
            ofRun.put(name, group(name, members));
          });
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    } catch (GroupText.Malformed wrong) {
      throw new TraceException(
          file
              + ": expected process groups ({\"1\": [0, 1, 2], ..}), found "
              + wrong.getMessage()
              + "; correct it",
          wrong);
    }
  }

  /** The groups that the file of a rank defines hold from now on, beside those of the run. */
  void begin(RankGroups groups) {
    ofRank.clear();
    groups.forEach((name, members) -> ofRank.put(name, group(name, members)));
  }

  private ProcessGroup group(String name, IntArrayList members) {
    IntArrayList all = members.isEmpty() ? IntArrayList.wrap(world.ranks()) : members;
    return known.computeIfAbsent(
        new Members(name, all), key -> new ProcessGroup(name, all.toIntArray()));
  }

  /** The group of that name, as a node of the rank at hand names it. */
  Optional<ProcessGroup> named(String name) {
    ProcessGroup group = ofRank.getOrDefault(name, ofRun.get(name));
    return group == null && WORLD.contains(name) ? Optional.of(world) : Optional.ofNullable(group);
  }
}
