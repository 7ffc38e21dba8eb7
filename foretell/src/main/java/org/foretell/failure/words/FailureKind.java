package org.foretell.failure.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.foretell.failure.ForetellException;
import org.foretell.failure.ForetellException.Kind;
import org.foretell.trace.TraceException;

/** The source of a failure, of whatever class. */
public final class FailureKind {
  private FailureKind() {}

  /**
   * {@return the source of the failure; empty if it is a defect of Foretell}
   *
   * @param failure anything that was thrown
   */
  public static Optional<Kind> of(Throwable failure) {
    if (failure instanceof ForetellException known) {
      return Optional.of(known.kind());
    }
    if (failure instanceof InvalidPathException) {
      return Optional.of(Kind.SETTING);
    }
    boolean input = failure instanceof IOException || failure instanceof UncheckedIOException;
    return input ? Optional.of(Kind.INPUT) : Optional.empty();
  }

  /**
   * {@return whether a model could not replay what others perhaps can: neither the settings are
   * wrong nor the trace, and Foretell has no defect}
   *
   * @param failure anything that was thrown
   */
  public static boolean isOfModel(Throwable failure) {
    return !(failure instanceof TraceException || failure instanceof UncheckedIOException)
        && of(failure).filter(kind -> kind == Kind.INPUT || kind == Kind.PROGRAM).isPresent();
  }

  /**
   * {@return whether one of several runs of a trace could not be made, which is no reason not to
   * make the others: the trace can be read, and Foretell has no defect}
   *
   * @param failure anything that was thrown
   */
  public static boolean isOfRun(Throwable failure) {
    return !(failure instanceof TraceException
            || failure instanceof UncheckedIOException
            || failure instanceof CancellationException)
        && of(failure).isPresent();
  }
}
