package org.foretell.generators.program.tree;

import static org.foretell.trace.OpField.*;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * Bursts of a program during which MPI may still read or fill a buffer of the rank: a call before
 * them has started a transfer, and no call has certainly completed it. Found by following the
 * program once, and its loops until nothing more is open at their beginning. What is in doubt is
 * open: a wait for requests that differ by rank or execution completes none, nor does a test.
 */
public final class OpenTransfers {
  private final Set<Node.Statement> bursts = new HashSet<>();
  private final Set<Transfer> open = new HashSet<>();

  private OpenTransfers() {}

  /**
   * A request, or what goes to a target through a window.
   *
   * @param field what the number is of: {@code REQUEST} or {@code OBJECT}
   * @param number of the request or window; below 0 of a request that no wait can name
   * @param target null for a request
   */
  private record Transfer(OpField field, long number, @Nullable Target target) {
    static Transfer ofRequest(long number) {
      return new Transfer(REQUEST, Math.max(OpView.NONE, number), null);
    }
  }

  /** Ranks by their numbers or distances. */
  private record Target(Values peer, boolean isRelative) {
    static Target of(Node.Statement s) {
      return new Target(s.values(PEER), s.isRelative(PEER));
    }

    /** Whether another op with the same target certainly means the same rank. */
    boolean isFixed() {
      return peer instanceof Values.Constant || peer instanceof Values.PerRank;
    }
  }

  /** Those of a program that does nothing. */
  public static OpenTransfers none() {
    return new OpenTransfers();
  }

  /** Follows a program. */
  public static OpenTransfers of(RankProgram program) {
    OpenTransfers transfers = new OpenTransfers();
    transfers.follow(program.body());
    return transfers;
  }

  /** Whether transfers may be open during a burst of the program. */
  public boolean at(Node.Statement burst) {
    return bursts.contains(burst);
  }

  private void follow(List<Node> body) {
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        follow(loop);
      } else {
        follow((Node.Statement) node);
      }
    }
  }

  private void follow(Node.Loop loop) {
    boolean isEntered = numbers(loop.count()).allMatch(count -> count > 0);
    Set<Transfer> before;
    Set<Transfer> after;
    do {
      before = Set.copyOf(open);
      follow(loop.body());
      after = Set.copyOf(open);
      open.addAll(before);
    } while (open.size() > before.size());
    if (isEntered) {
      open.retainAll(after);
    }
  }

  private void follow(Node.Statement s) {
    OpCode code = s.code();
    switch (code.family()) {
      case COMPUTE -> {
        if (!open.isEmpty()) {
          bursts.add(s);
        }
      }
      case POINT_TO_POINT, COLLECTIVE, FILE -> {
        // What a receive with a request gets has room of its own.
        boolean isApart = code == OpCode.IRECV && numbers(s, REQUEST).allMatch(slot -> slot >= 0);
        if (code.has(REQUEST) && !isApart) {
          start(s, REQUEST);
        }
      }
      case PERSISTENT -> persistent(s);
      case COMPLETION -> completion(s);
      case RMA -> window(s);
      case MARKER, LOCAL, COMMUNICATOR, SHMEM -> {}
    }
  }

  private void start(Node.Statement s, OpField requests) {
    numbers(s, requests).mapToObj(Transfer::ofRequest).forEach(open::add);
  }

  private void persistent(Node.Statement s) {
    if (s.code() == OpCode.START) {
      start(s, REQUEST);
    } else if (s.code() == OpCode.STARTALL) {
      start(s, REQUESTS);
    } else if (s.code() == OpCode.REQUEST_FREE
        && numbers(s, REQUEST).mapToObj(Transfer::ofRequest).anyMatch(open::contains)) {
      // Nobody can wait for it any more.
      open.add(Transfer.ofRequest(OpView.NONE));
    }
  }

  private void completion(Node.Statement s) {
    boolean isOne = s.code() == OpCode.WAIT;
    OpField requests = isOne ? REQUEST : REQUESTS;
    if ((isOne || s.code() == OpCode.WAITALL) && s.isConstant(requests)) {
      numbers(s, requests)
          .filter(request -> request >= 0)
          .mapToObj(Transfer::ofRequest)
          .forEach(open::remove);
    } else if (isAnyOne(s) && !open.isEmpty()) {
      // The program goes on with the number of a request that may be another's by now.
      open.add(Transfer.ofRequest(OpView.NONE));
    }
  }

  /** Whether a call completes requests, and the trace does not say which. */
  private static boolean isAnyOne(Node.Statement s) {
    return switch (s.code()) {
      case WAITANY, TESTANY -> s.isConstant(OUTCOME) && s.constant(OUTCOME) == OpView.NONE;
      case WAITSOME -> s.isConstant(OUTCOMES) && s.length(OUTCOMES) == 0;
      // Any other op says what it completes, or completes nothing that counts here.
      default -> false;
    };
  }

  private void window(Node.Statement s) {
    switch (s.code()) {
      case PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP ->
          numbers(s, OBJECT)
              .mapToObj(object -> new Transfer(OBJECT, object, Target.of(s)))
              .forEach(open::add);
      case RPUT, RGET, RACCUMULATE, RGET_ACCUMULATE -> start(s, REQUEST);
      case WIN_UNLOCK, WIN_FLUSH, WIN_FLUSH_LOCAL -> {
        if (Target.of(s).isFixed()) {
          close(s, Target.of(s));
        }
      }
      case WIN_FENCE, WIN_UNLOCK_ALL, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL, WIN_COMPLETE, WIN_FREE ->
          close(s, null);
      // Any other op neither starts a transfer nor completes one of its caller.
      default -> {}
    }
  }

  /** Closes what goes through a window, to one target or to all. */
  private void close(Node.Statement s, @Nullable Target target) {
    if (s.isConstant(OBJECT)) {
      long object = s.constant(OBJECT);
      open.removeIf(
          transfer ->
              transfer.field() == OBJECT
                  && transfer.number() == object
                  && (target == null || target.equals(transfer.target())));
    }
  }

  private static LongStream numbers(Node.Statement s, OpField field) {
    return field.isList() && s.isConstant(field)
        ? Arrays.stream(s.list(field))
        : numbers(s.values(field));
  }

  private static LongStream numbers(Values values) {
    if (values instanceof Values.Constant constant) {
      return LongStream.of(constant.value());
    } else if (values instanceof Values.Cyclic cyclic) {
      return Arrays.stream(cyclic.values());
    } else if (values instanceof Values.PerRank perRank) {
      return Arrays.stream(perRank.values());
    } else if (values instanceof Values.Scoped scoped) {
      return scoped.scopes().stream().flatMapToLong(scope -> numbers(scope.values()));
    }
    throw new IllegalArgumentException("only durations have columns");
  }
}
