package org.foretell.generators.synthetic;

import java.util.Arrays;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/**
 * Rank 0 hands out tasks one by one, in turn to all workers. Each message of a worker returns a
 * result, or asks for the first task; each answer is a task, or the end.
 */
final class MasterWorker implements Pattern {
  private static final int RESULT = 0;
  private static final int TASK = 1;
  private static final int COMPUTE = 2;

  private static final int RESULT_TAG = 0;
  private static final int TASK_TAG = 1;

  private final int workers;
  private final long tasks;
  private final long taskBytes;
  private final long resultBytes;
  private final Work work;

  private MasterWorker(Settings settings) {
    workers = Rounds.twoOrMore(settings) - 1;
    tasks = settings.count(SyntheticOption.TASKS, 1, Limits.MOST_STEPS);
    taskBytes = settings.bytes(SyntheticOption.BYTES);
    resultBytes = settings.bytes(SyntheticOption.RESULT_BYTES);
    work = settings.workPerBurst();
  }

  static MasterWorker of(Settings settings) {
    return new MasterWorker(settings);
  }

  @Override
  public String shape() {
    return "1 master, " + workers + " workers, " + tasks + " tasks";
  }

  @Override
  public List<String> callSites() {
    return List.of("result", "task", "compute");
  }

  @Override
  public void write(Emitter out) {
    long[] inTurn = new long[workers];
    Arrays.setAll(inTurn, worker -> worker + 1L);
    // After the last task each worker gets one more answer, the end.
    out.program(RankSet.of(0), () -> out.repeat(tasks + workers, () -> answer(out, inTurn)));
    int more = (int) (tasks % workers);
    if (more > 0) {
      out.program(RankSet.range(1, more), () -> worker(out, tasks / workers + 1));
    }
    out.program(RankSet.range(more + 1, workers), () -> worker(out, tasks / workers));
  }

  private void answer(Emitter out, long[] inTurn) {
    Values worker = new Values.Cyclic(inTurn);
    out.recv(worker, false, RESULT_TAG, resultBytes, RESULT);
    out.send(OpCode.SEND, worker, false, TASK_TAG, taskBytes, TASK);
  }

  private void worker(Emitter out, long own) {
    Values master = new Values.Constant(0);
    out.repeat(
        own,
        () -> {
          ask(out, master);
          out.compute(work.of(1), COMPUTE);
        });
    ask(out, master);
  }

  private void ask(Emitter out, Values master) {
    out.send(OpCode.SEND, master, false, RESULT_TAG, resultBytes, RESULT);
    out.recv(master, false, TASK_TAG, taskBytes, TASK);
  }
}
