package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.List;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.tree.SourceTree;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;

/** How much a program needs of everything: bytes of buffers, places of requests and the like. */
public final class Extents {
  private final int ranks;
  private long out;
  private long in;
  private long message;
  private long window;
  private int requests;
  private int communicators = 2;
  private int objects;

  public Extents(int ranks, SourceTree tree) {
    this.ranks = ranks;
    for (RankProgram program : tree.programs()) {
      add(program.body());
    }
    in = Math.max(in, message);
  }

  private void add(List<Node> body) {
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        add(loop.body());
      } else if (node instanceof Node.Statement statement) {
        add(statement);
      }
    }
  }

  private void add(Node.Statement s) {
    requests = Math.max(requests, ids(s, REQUEST));
    requests = Math.max(requests, ids(s, REQUESTS));
    communicators = Math.max(communicators, ids(s, COMMUNICATOR));
    communicators = Math.max(communicators, ids(s, NEW_COMMUNICATOR));
    objects = Math.max(objects, ids(s, OBJECT));
    long sent = greatest(s, BYTES);
    long received = greatest(s, RECEIVE_BYTES);
    OpCode.Family family = s.code().family();
    if (s.code().isCollective()) {
      long all = times(Math.max(sent, received), ranks);
      out = Math.max(out, Math.max(all, greatest(s, SEND_BYTES_BY_RANK)));
      in = Math.max(in, Math.max(all, greatest(s, RECEIVE_BYTES_BY_RANK)));
    } else if (family != OpCode.Family.FILE) {
      out = Math.max(out, sent);
      in = Math.max(in, Math.max(sent, received));
      message = Math.max(message, sent);
    }
    if (family == OpCode.Family.RMA || family == OpCode.Family.SHMEM) {
      window = Math.max(window, sent);
    }
  }

  private static long times(long bytes, int factor) {
    return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
  }

  private static long greatest(Node.Statement s, OpField field) {
    return s.code().has(field) ? s.greatest(field) : 0;
  }

  /** One more than the greatest number of a field, list or not. */
  private static int ids(Node.Statement s, OpField field) {
    if (!s.code().has(field)) {
      return 0;
    }
    long greatest = OpView.NONE;
    if (s.isConstant(field) && field.isList()) {
      for (long id : s.list(field)) {
        greatest = Math.max(greatest, id);
      }
    } else {
      greatest = greatest(s.values(field));
    }
    return (int) Math.max(0, greatest + 1);
  }

  private static long greatest(Values of) {
    if (of instanceof Values.Constant constant) {
      return constant.value();
    } else if (of instanceof Values.Cyclic cyclic) {
      return java.util.Arrays.stream(cyclic.values()).max().orElse(OpView.NONE);
    } else if (of instanceof Values.PerRank perRank) {
      return java.util.Arrays.stream(perRank.values()).max().orElse(OpView.NONE);
    } else if (of instanceof Values.Scoped scoped) {
      return scoped.scopes().stream()
          .mapToLong(s -> greatest(s.values()))
          .max()
          .orElse(OpView.NONE);
    }
    return OpView.NONE;
  }

  public long outBytes() {
    return Math.max(8, out);
  }

  public long inBytes() {
    return Math.max(8, in);
  }

  public long messageBytes() {
    return message;
  }

  public long windowBytes() {
    return Math.max(8, window);
  }

  public int requests() {
    return requests;
  }

  public int communicators() {
    return communicators;
  }

  public int objects() {
    return objects;
  }
}
