package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.foretell.trace.jobs.BackgroundTraffic;
import org.foretell.trace.jobs.Job;
import org.foretell.trace.jobs.JoinedTrace;
import org.junit.jupiter.api.Test;

class JobObserverTest {
  private final List<String> heard = new ArrayList<>();

  private SimObserver scribe() {
    return (SimObserver)
        Proxy.newProxyInstance(
            SimObserver.class.getClassLoader(),
            new Class<?>[] {SimObserver.class},
            (proxy, method, arguments) -> {
              heard.add(text(method, arguments));
              return null;
            });
  }

  private static String text(Method method, Object[] arguments) {
    String list = Arrays.deepToString(arguments);
    return method.getName() + list;
  }

  /** Any trace of so many ranks. */
  private static TraceSource ranks(int count) {
    return new BackgroundTraffic(BackgroundTraffic.Pattern.UNIFORM, count, 1, 1, 1, 1);
  }

  /** A job of three ranks, 2 to 4 of all, that starts at 100. */
  private SimObserver ofSecondJob() {
    JoinedTrace joined =
        new JoinedTrace(
            List.of(
                new Job("first", ranks(2), 0, Job.Kind.PROGRAM),
                new Job("second", ranks(3), 100, Job.Kind.PROGRAM)));
    return new JobObserver(joined.names(1), 100, scribe());
  }

  @Test
  void ranksAndTimesAreThoseOfTheJob() {
    SimObserver job = ofSecondJob();
    job.begin(5);
    job.communicator(3, 7, 9, new int[] {2, 4});
    job.collective(4, 8, 16);
    job.compute(2, OpCode.COMPUTE, OpView.NONE, 100, 130);
    job.op(3, OpCode.SEND, OpView.NONE, 4, 0, 8, 130, 5, 140);
    job.op(3, OpCode.SEND, OpView.NONE, OpView.NONE, 0, 8, 130, 5, 140);
    job.message(2, 3, 1, 8, 130, 120, 150);
    job.collectiveMessage(2, 3, 8, 130, 120, 150);
    job.oneSidedMessage(2, 3, 1, 8, 130, 150);
    job.transfer(2, 3, 1, 8, 130, 150);
    job.moved(2, 3, 8, 130, 150);
    job.waitedInQueue(2, true, 110, 120);
    job.takesUpdates(2, 4, 1);
    job.partnerCame(2, 4, 160);
    job.accessedInFence(2, 4, 170);
    job.waitsFrom(2, 180);
    job.takenLate(2, true, 180, 190);
    job.marker(2, OpView.NONE, true, 190);
    job.finished(4, 200);
    assertThat(heard)
        .containsExactly(
            "begin[3]",
            "communicator[1, 7, 9, [0, 2]]",
            "collective[2, 8, 16]",
            "compute[0, COMPUTE, -3, 0, 30]",
            "op[1, SEND, -3, 2, 0, 8, 30, 5, 40]",
            "op[1, SEND, -3, -3, 0, 8, 30, 5, 40]",
            "message[0, 1, 1, 8, 30, 20, 50]",
            "collectiveMessage[0, 1, 8, 30, 20, 50]",
            "oneSidedMessage[0, 1, 1, 8, 30, 50]",
            "transfer[0, 1, 1, 8, 30, 50]",
            "moved[0, 1, 8, 30, 50]",
            "waitedInQueue[0, true, 10, 20]",
            "takesUpdates[0, 2, 1]",
            "partnerCame[0, 2, 60]",
            "accessedInFence[0, 2, 70]",
            "waitsFrom[0, 80]",
            "takenLate[0, true, 80, 90]",
            "marker[0, -3, true, 90]",
            "finished[2, 100]");
  }

  @Test
  void otherJobsAndTheTimeUntilTheStartAreLeftOut() {
    SimObserver job = ofSecondJob();
    job.communicator(1, 7, 9, new int[] {0, 1});
    job.collective(5, 8, 16);
    job.compute(2, OpCode.ELAPSE, OpView.NONE, 0, 100);
    job.op(0, OpCode.SEND, OpView.NONE, 1, 0, 8, 130, 5, 140);
    job.message(0, 1, 1, 8, 130, 120, 150);
    job.busy(SimObserver.Resource.CPU, 2, 8, 130, 140);
    job.finished(1, 200);
    assertThat(heard).isEmpty();
  }
}
