package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.classification.Classification;
import org.foretell.classification.call.CallJoin;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.engine.Simulation;
import org.foretell.report.MessageClasses;
import org.jspecify.annotations.Nullable;

/**
 * Classifies what is communicated in a run, while that is replayed; or nothing, if that is not
 * wanted. Belongs to one replay and one thread.
 */
final class ClassesOfRun implements AutoCloseable {
  private final Planned planned;
  private final List<String> warnings = new ArrayList<>();
  private final @Nullable Watch watch;

  /** What decides, and what it has decided so far. */
  private record Watch(ClassifierFile classifier, Classification counts, CallJoin join) {}

  private ClassesOfRun(Planned planned, @Nullable Watch watch) {
    this.planned = planned;
    this.watch = watch;
  }

  /** Nothing. */
  static ClassesOfRun none(Planned planned) {
    return new ClassesOfRun(planned, null);
  }

  /**
   * Trains if there are no trees.
   *
   * @param choice where trees come from
   * @param file with trees, and what was read from it; both or none
   */
  static ClassesOfRun wanted(
      ClassifierChoice choice, @Nullable Path file, Optional<ClassifierFile> read) {
    Planned planned = choice.planned();
    List<String> doubts = new ArrayList<>();
    // Before it is trained in vain: what has no calls is refused.
    CallJoin.refuseTaskGraphs(planned.trace().source());
    ClassifierFile used = read.orElseGet(choice::trained);
    if (file != null) {
      choice.check(file, used, false, doubts);
    }
    Classification counts =
        new Classification(used.classifier(), planned.experiment().context().placement()::sameNode);
    CallJoin join = new CallJoin(planned.trace().source(), false, counts);
    ClassesOfRun classes = new ClassesOfRun(planned, new Watch(used, counts, join));
    classes.warnings.addAll(doubts);
    return classes;
  }

  Planned planned() {
    return planned;
  }

  void watch(Simulation.Builder simulation) {
    if (watch != null) {
      simulation.observer(watch.join());
    }
  }

  /** After the replay; empty if nothing was wanted. */
  Optional<MessageClasses> found() {
    return Optional.ofNullable(watch)
        .map(of -> new MessageClasses(of.classifier(), of.counts().summary(of.join().open())));
  }

  /** After the replay. */
  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (watch != null) {
      ClassifierChoice.warnOfOpen(watch.join().open(), all);
    }
    return all;
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.join().close();
    }
  }
}
