package org.foretell.engine.ops;

import org.foretell.engine.files.FileServers;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Unsupported;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * The ops on files. Some first wait until all members of a communicator have called them, a
 * collective, and then do what the others do.
 */
public final class FileOps {
  private final FileServers servers;
  private final RankTable ranks;
  private final RequestTable requests;
  private final PointToPoint pointToPoint;
  private final ProblemLog problems;
  private final Unsupported unsupported;
  private final @Nullable OpRecorder recorder;

  public FileOps(
      ReplayState state, FileServers servers, PointToPoint pointToPoint, Unsupported unsupported) {
    this.servers = servers;
    ranks = state.ranks();
    requests = state.requests();
    problems = state.problems();
    recorder = state.recorder();
    this.pointToPoint = pointToPoint;
    this.unsupported = unsupported;
  }

  /** Whether an op is executed; one that is not, since there is no file system, is passed over. */
  public boolean isReplayed(int rank, OpView op) {
    if (servers.exists()) {
      return true;
    }
    unsupported.pass(rank, ranks.operation(rank), op);
    return false;
  }

  /** Whether an op first waits for other ranks, see {@link OpCode#isCollectiveOnFile}. */
  public static boolean isCollective(OpView op) {
    return op.code().isCollectiveOnFile();
  }

  /** Executes an op, or the rest of one for which all have come. */
  public void execute(int rank, OpView op) {
    if (recorder != null) {
      recorder.partner(rank, OpView.NONE, Math.max(0, op.bytes()));
    }
    long file = Math.max(0, op.get(OpField.OBJECT));
    switch (op.code()) {
      case FILE_OPEN, FILE_CLOSE -> openOrClose(rank, op, file);
      case FILE_READ, FILE_WRITE, FILE_READ_ALL, FILE_WRITE_ALL, FILE_IREAD, FILE_IWRITE ->
          transfer(rank, op, file);
      // Of FILE all are listed: ops of other families are executed elsewhere.
      default -> throw new AssertionError(op.code() + " is no op on a file");
    }
  }

  private void openOrClose(int rank, OpView op, long file) {
    boolean together = pointToPoint.group(rank, op.communicator()).size() > 1;
    ranks.expect(rank);
    servers.openOrClose(rank, file, together && op.code() == OpCode.FILE_OPEN);
  }

  private void transfer(int rank, OpView op, long file) {
    long offset = op.get(OpField.STRIDE_BYTES);
    long bytes = op.bytes();
    if (bytes < 0 || offset < 0 || offset + bytes < 0) {
      throw problems.invalid(
          rank, ranks.operation(rank), "has a negative size or offset, or one beyond 2^63");
    }
    if (!op.code().has(OpField.REQUEST)) {
      ranks.expect(rank);
      request(rank, RequestTable.BLOCKING, file, offset, bytes);
      return;
    }
    int slot = pointToPoint.newSlot(rank, op);
    int request = request(rank, slot, file, offset, bytes);
    if (slot >= 0) {
      requests.setPending(rank, slot, RequestTable.FILE, request);
    }
  }

  private int request(int rank, int slot, long file, long offset, long bytes) {
    try {
      return servers.request(rank, slot, file, offset, bytes);
    } catch (ArithmeticException tooLarge) {
      throw problems.invalid(rank, ranks.operation(rank), "makes a file longer than 2^63 bytes");
    }
  }
}
