package org.foretell.engine.state;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.MovedParameters;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.observe.PathObserver;
import org.foretell.observe.ProgressListener;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.result.UnsupportedOps;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation was built with.
 *
 * @param followers replays that make the same steps; null where there are none
 */
public record RunSettings(
    TraceSource trace,
    Placement placement,
    CommunicationModel communication,
    ComputeModel compute,
    @Nullable FileSystem files,
    ShmemSupport shmem,
    List<SimObserver> observers,
    @Nullable PathObserver path,
    @Nullable MovedParameters moved,
    @Nullable Followers followers,
    ReplayOrder schedule,
    UnsupportedOps unsupported,
    ProgressListener progress,
    long progressEvery,
    BooleanSupplier stop,
    Function<RunSettings, Prediction> replay) {
  /** The same run for a thread that has some of the ranks, with sources and models of its own. */
  public RunSettings inPart(
      TraceSource ownTrace,
      CommunicationModel ownCommunication,
      ComputeModel ownCompute,
      List<SimObserver> ownObservers) {
    return new RunSettings(
        ownTrace,
        placement,
        ownCommunication,
        ownCompute,
        files,
        shmem,
        ownObservers,
        path,
        moved,
        followers,
        schedule,
        unsupported,
        progress,
        progressEvery,
        stop,
        replay);
  }

  /** The same run with another listener and another condition for stopping. */
  public RunSettings watched(ProgressListener listener, long everyOps, BooleanSupplier condition) {
    return new RunSettings(
        trace,
        placement,
        communication,
        compute,
        files,
        shmem,
        observers,
        path,
        moved,
        followers,
        schedule,
        unsupported,
        listener,
        everyOps,
        condition,
        replay);
  }

  /** The same run with others that follow it. */
  public RunSettings followedBy(Followers others) {
    return new RunSettings(
        trace,
        placement,
        communication,
        compute,
        files,
        shmem,
        observers,
        path,
        moved,
        others,
        schedule,
        unsupported,
        progress,
        progressEvery,
        stop,
        replay);
  }

  /** Whether there are observers. */
  public boolean isObserved() {
    return path != null || moved != null || !observers.isEmpty();
  }

  /** All observers as one. */
  public SimObserver observer() {
    return observers.size() == 1 ? observers.get(0) : new ObserverFan(observers);
  }
}
