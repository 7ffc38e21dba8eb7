package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.ShmemSupport;
import org.foretell.scenario.Experiment;
import org.foretell.time.Quantity;
import org.foretell.trace.Capability;

/**
 * What serves the ranks of a machine besides its network, as parameters: the file system, and
 * atomics of OpenSHMEM. No path tells what they do.
 */
final class ServiceLevers {
  private static final double PS_PER_SECOND = 1e12;

  private final Machine machine;
  private final Function<Machine, Experiment> experiment;
  private final List<Lever> found = new ArrayList<>();

  /**
   * Of a machine.
   *
   * @param experiment with another machine
   */
  ServiceLevers(Machine machine, Function<Machine, Experiment> experiment) {
    this.machine = machine;
    this.experiment = experiment;
  }

  /**
   * Those that a program may meet.
   *
   * @param contents what the trace has
   */
  List<Lever> of(Set<Capability> contents) {
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
        timePs ->
            with(
                new FileSystem(
                    files.servers(),
                    files.server(),
                    files.client(),
                    timePs,
                    files.stripeBytes(),
                    files.stripeCount())));
  }

  private Machine with(FileSystem files) {
    return machine.toBuilder().fileSystem(files).build();
  }

  private void addSpeed(String name, LinkSpeed speed, Function<LinkSpeed, FileSystem> moved) {
    addTime(
        name + ".latency",
        speed.latencyPs(),
        timePs -> with(moved.apply(new LinkSpeed(timePs, speed.bytesPerSecond()))));
    if (!Double.isInfinite(speed.bytesPerSecond())) {
      add(
          name + ".bandwidth",
          Quantity.formatBytesPerSecond(speed.bytesPerSecond()),
          speed.bytesPerSecond(),
          false,
          cost ->
              with(moved.apply(new LinkSpeed(speed.latencyPs(), speed.bytesPerSecond() / cost))));
    }
  }

  private void ofShmem(ShmemSupport support) {
    addTime(
        "shmem.atomic",
        support.atomicPs(),
        timePs ->
            machine.toBuilder()
                .shmem(new ShmemSupport(support.progress(), timePs, support.strided()))
                .build());
  }

  /** Unless it is 0. */
  private void addTime(String name, long timePs, Function<Long, Machine> moved) {
    if (timePs > 0) {
      add(
          name,
          Quantity.formatTime(timePs),
          timePs / PS_PER_SECOND,
          true,
          cost -> moved.apply(Math.round(timePs * cost)));
    }
  }

  private void add(
      String name,
      String value,
      double number,
      boolean largerIsSlower,
      DoubleFunction<Machine> moved) {
    found.add(
        Lever.of(
                name,
                value,
                number,
                largerIsSlower ? "s" : "B/s",
                largerIsSlower,
                cost -> experiment.apply(moved.apply(cost)))
            .byReplays());
  }
}
