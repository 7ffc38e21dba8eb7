package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.ShmemSupport;
import org.foretell.time.Quantity;
import org.foretell.trace.Capability;

/**
 * What serves the ranks of a machine besides its network, as parameters: the file system, and
 * atomics of OpenSHMEM. No path tells what they do.
 */
final class TunableServices {
  private static final double PS_PER_SECOND = 1e12;

  private final Machine machine;
  private final List<TunableFigure> found = new ArrayList<>();

  TunableServices(Machine machine) {
    this.machine = machine;
  }

  /**
   * Those that a program may meet.
   *
   * @param contents what the trace has
   */
  List<TunableFigure> of(Set<Capability> contents) {
    if (contents.contains(Capability.FILE_IO)) {
      machine.fileSystem().ifPresent(this::ofFiles);
    }
    if (contents.contains(Capability.SHMEM)) {
      machine.shmem().ifPresent(this::ofShmem);
    }
    return found;
  }

  private void ofFiles(FileSystem files) {
    addSpeed(
        "fileSystem.server",
        files.server(),
        speed ->
            new FileSystem(
                files.servers(),
                speed,
                files.client(),
                files.metadataPs(),
                files.stripeBytes(),
                files.stripeCount()));
    addSpeed(
        "fileSystem.client",
        files.client(),
        speed ->
            new FileSystem(
                files.servers(),
                files.server(),
                speed,
                files.metadataPs(),
                files.stripeBytes(),
                files.stripeCount()));
    addTime(
        "fileSystem.metadataLatency",
        files.metadataPs(),
        (on, timePs) ->
            with(
                on,
                new FileSystem(
                    files.servers(),
                    files.server(),
                    files.client(),
                    timePs,
                    files.stripeBytes(),
                    files.stripeCount())));
  }

  private static Machine with(Machine on, FileSystem files) {
    return on.toBuilder().fileSystem(files).build();
  }

  private void addSpeed(String name, LinkSpeed speed, Function<LinkSpeed, FileSystem> moved) {
    addTime(
        name + ".latency",
        speed.latencyPs(),
        (on, timePs) -> with(on, moved.apply(new LinkSpeed(timePs, speed.bytesPerSecond()))));
    if (!Double.isInfinite(speed.bytesPerSecond())) {
      add(
          name + ".bandwidth",
          Quantity.formatBytesPerSecond(speed.bytesPerSecond()),
          speed.bytesPerSecond(),
          false,
          (on, cost) ->
              with(
                  on,
                  moved.apply(new LinkSpeed(speed.latencyPs(), speed.bytesPerSecond() / cost))));
    }
  }

  private void ofShmem(ShmemSupport support) {
    addTime(
        "shmem.atomic",
        support.atomicPs(),
        (on, timePs) ->
            on.toBuilder()
                .shmem(new ShmemSupport(support.progress(), timePs, support.strided()))
                .build());
  }

  /** Unless it is 0. */
  private void addTime(String name, long timePs, BiFunction<Machine, Long, Machine> moved) {
    if (timePs > 0) {
      add(
          name,
          Quantity.formatTime(timePs),
          timePs / PS_PER_SECOND,
          true,
          (on, cost) -> moved.apply(on, Math.round(timePs * cost)));
    }
  }

  private void add(
      String name,
      String value,
      double number,
      boolean largerIsSlower,
      BiFunction<Machine, Double, Machine> moved) {
    found.add(
        TunableFigure.ofMachine(
                name, value, number, largerIsSlower ? "s" : "B/s", largerIsSlower, moved)
            .byReplays());
  }
}
