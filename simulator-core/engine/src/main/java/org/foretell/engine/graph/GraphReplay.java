package org.foretell.engine.graph;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.InterfaceQueues;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.StopCheck;
import org.foretell.model.ComputeModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/** One run of a simulation whose ranks are task graphs. */
public final class GraphReplay {
  private final RunSettings settings;
  private final TaskTable tasks;
  private final Matcher matcher;
  private final TaskEventList eventList;
  private final TaskProgress progress;
  private final TaskTransport transport;
  private final ComputeModel compute;
  private final StopCheck stop;
  private final ProblemLog problems = new ProblemLog();
  private final @Nullable TaskRecorder recorder;

  private final GraphCauses causes;

  private final OpView burst = new OpView();
  private long nextProgress;

  public GraphReplay(RunSettings settings) {
    this.settings = settings;
    compute = settings.compute();
    stop = new StopCheck(settings);
    tasks = new TaskTable(settings.trace(), stop);
    matcher = matcher(tasks);
    recorder = settings.observers().isEmpty() ? null : new TaskRecorder(settings.observer(), tasks);
    causes = new GraphCauses(settings, tasks);
    MpiModel model = settings.communication().mpi();
    OccupancyModel occupancy = model instanceof OccupancyModel one ? one : null;
    FlowModel flows = model instanceof FlowModel one ? one : null;
    InterfaceQueues interfaces =
        model instanceof QueuedOccupancyModel queued
            ? new InterfaceQueues(
                queued,
                matcher.messages,
                settings.placement().nodes(),
                recorder == null ? null : recorder.observer,
                causes.moments)
            : null;
    eventList = new TaskEventList(tasks, matcher.messages, occupancy, interfaces, flows, causes);
    progress =
        new TaskProgress(
            tasks, eventList::enters, occupancy == null || occupancy.sendsFirst(), causes);
    if (flows == null) {
      causes.hold(matcher);
    } else {
      causes.holdFlows(matcher);
    }
    transport =
        new TaskTransport(
            model,
            interfaces,
            new GraphState(
                settings.placement(),
                tasks,
                eventList,
                progress,
                matcher,
                problems,
                recorder,
                causes));
    nextProgress = settings.progressEvery();
  }

  private static Matcher matcher(TaskTable tasks) {
    TaskChannels channels = tasks.channels();
    if (channels != null) {
      return new NumberedMatcher(tasks, channels);
    }
    return tasks.openTags() ? new OpenTagMatcher(tasks) : new Matcher(tasks.ranks(), true);
  }

  /** Runs the simulation; to be called once. */
  public Prediction run() {
    if (recorder != null) {
      recorder.observer.begin(tasks.ranks());
    }
    progress.begin();
    replay();
    return ended();
  }

  private void replay() {
    try {
      for (int event = eventList.next(); event != TaskEventList.NOTHING; event = eventList.next()) {
        stop.event();
        causes.eventBegins(eventList.nowPs());
        switch (event) {
          case TaskEventList.TASK -> start(eventList.rank(), eventList.task());
          default -> transport.comes(eventList.message());
        }
        progress.handOut();
        if (progress.started() >= nextProgress) {
          nextProgress = progress.started() + settings.progressEvery();
          settings.progress().progress(eventList.nowPs(), progress.started(), tasks.tasks());
        }
      }
    } catch (TimeOverflowException overflow) {
      throw overflow.at("rank " + eventList.rank() + ", op " + eventList.task());
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(
          broken,
          "a schedule after the start of "
              + tasks.at(eventList.rank(), eventList.task())
              + ", message "
              + eventList.message()
              + ", now "
              + eventList.nowPs()
              + " ps, "
              + progress.started()
              + " tasks started");
    }
  }

  private void start(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    int met = causes.met(rank, task);
    switch (graph.code(task)) {
      case COMPUTE -> compute(rank, task, graph, met);
      case SEND -> transport.send(rank, task, met);
      case RECV -> transport.receive(rank, task, met);
      // Any other op fails, since no task is one.
      default -> throw new AssertionError(graph.code(task));
    }
  }

  private void compute(int rank, int task, TaskGraph graph, int met) {
    long start = eventList.nowPs();
    burst.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, graph.amount(task));
    long duration = ModelAnswer.burstPs(compute.durationPs(rank, burst, OpView.NONE, start), burst);
    long end = Ps.plus(start, duration);
    int stream = eventList.cpu(rank, graph.stream(task));
    eventList.keepCpu(stream, end);
    int begun = causes.begins(rank, causes.streams.after(stream, met));
    if (recorder != null) {
      recorder.burst(rank, start, end);
    }
    progress.starts(rank, task, start, begun);
    int ended = causes.burst(rank, task, end, begun);
    causes.keepStream(stream, ended);
    progress.finishes(rank, task, end, ended);
  }

  /** No event is left. */
  private Prediction ended() {
    long[] finishPs = new long[tasks.ranks()];
    for (int rank = 0; rank < finishPs.length; rank++) {
      finishPs[rank] = Math.max(tasks.latestPs(rank), eventList.lastCpuPs(rank));
    }
    return new GraphEnd(tasks, matcher, null, problems, recorder, causes)
        .prediction(finishPs, progress.started());
  }
}
