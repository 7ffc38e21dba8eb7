package org.foretell.parsers.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.foretell.trace.TraceSink;

/**
 * The threads that read a trace with a file for each rank. What they read is joined in the order of
 * the files, so the trace, and the message about a wrong one, are those of a single thread.
 */
public final class RankReaders {
  /** With more, the thread that joins has more work than each of the others. */
  private static final int MOST = 8;

  /** Shorter traces are read before the threads would be warm. */
  private static final long LEAST_BYTES = 1 << 20;

  /** A short rank may have to wait for a long one before it. */
  private static final int SLOTS_PER_THREAD = 2;

  private final int threads;

  private RankReaders(int threads) {
    this.threads = threads;
  }

  /**
   * {@return the threads for some files}
   *
   * @param asked number of threads, at least 1; empty for one each processor, but a single one for
   *     a short trace
   * @param files of all ranks
   */
  public static RankReaders of(OptionalInt asked, List<Path> files) {
    int most =
        asked.orElseGet(
            () -> isShort(files) ? 1 : Math.min(MOST, Runtime.getRuntime().availableProcessors()));
    return new RankReaders(Math.max(1, Math.min(most, files.size())));
  }

  /**
   * {@return the threads for files that are read as a whole; fewer, if what they read would take
   * more than a quarter of all memory}
   *
   * @param asked number of threads, at least 1; empty for one each processor, but a single one for
   *     a short trace
   * @param files of all ranks
   * @param factor how many bytes of memory each of a file takes
   */
  public static RankReaders withinMemory(OptionalInt asked, List<Path> files, int factor) {
    RankReaders readers = of(asked, files);
    if (asked.isPresent() || !readers.areSeveral()) {
      return readers;
    }
    long longest = 1;
    for (Path file : files) {
      longest = Math.max(longest, size(file));
    }
    long room = Runtime.getRuntime().maxMemory() / 4 / factor / longest;
    return new RankReaders((int) Math.max(1, Math.min(readers.threads, room / SLOTS_PER_THREAD)));
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException unreadable) {
      return 0; // Whoever reads it says what is wrong.
    }
  }

  private static boolean isShort(List<Path> files) {
    long bytes = 0;
    for (Path file : files) {
      bytes += size(file);
      if (bytes >= LEAST_BYTES) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether there is more than one} */
  public boolean areSeveral() {
    return threads > 1;
  }

  /**
   * Does something with each file; of what needs no sink. A single thread is the calling one.
   *
   * @param files number of files
   * @param maker makes what one thread at a time works with
   * @param task does it for the file of a number
   * @param takeIn takes in what was done last, in the order of the files, by the calling thread
   * @param <S> what a thread works with
   */
  public <S> void forEach(
      int files, Supplier<S> maker, ObjIntConsumer<S> task, Consumer<S> takeIn) {
    if (threads == 1) {
      S alone = maker.get();
      for (int file = 0; file < files; file++) {
        task.accept(alone, file);
        takeIn.accept(alone);
      }
      return;
    }
    List<S> slots = new ArrayList<>();
    for (int i = 0; i < slots(files); i++) {
      slots.add(maker.get());
    }
    InOrder.run(files, threads, slots, task, takeIn);
  }

  /**
   * {@return how many files at most are under way, or read and waiting to be taken in}
   *
   * @param files number of files
   */
  public int slots(int files) {
    return threads == 1 ? 1 : Math.min(files, SLOTS_PER_THREAD * threads);
  }

  /**
   * Converts ranks and passes them to a sink.
   *
   * @param files number of files
   * @param sink has begun, with the definitions of all ranks
   * @param maker makes what converts the files that one thread at a time reads, for its sink
   * @param convert converts the file of a number
   * @param takeIn takes in what else a converter has learned from its last file, in the order of
   *     the files, by the calling thread
   * @param <C> what converts
   */
  public <C> void convert(
      int files,
      TraceSink sink,
      Function<TraceSink, C> maker,
      ObjIntConsumer<C> convert,
      Consumer<C> takeIn) {
    List<Slot<C>> slots = new ArrayList<>();
    try {
      for (int i = 0; threads > 1 && i < slots(files); i++) {
        Optional<TraceSink.TracePart> part = sink.part();
        part.ifPresent(its -> slots.add(new Slot<>(its, maker.apply(its.sink()))));
      }
      if (slots.isEmpty()) {
        C converter = maker.apply(sink);
        for (int file = 0; file < files; file++) {
          convert.accept(converter, file);
          takeIn.accept(converter);
        }
        return;
      }
      InOrder.run(
          files,
          threads,
          slots,
          (slot, file) -> convert.accept(slot.converter, file),
          slot -> {
            slot.part.join();
            takeIn.accept(slot.converter);
          });
    } finally {
      slots.forEach(slot -> slot.part.close());
    }
  }

  private record Slot<C>(TraceSink.TracePart part, C converter) {}
}
