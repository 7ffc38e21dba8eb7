package org.foretell.extrapolation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Programs with laws that are known, as traces for any number of ranks. */
enum TestProgram {
  /** Exchange with neighbours in an open square; strong scaling. */
  HALO {
    @Override
    void rank(Writer out, int rank, int ranks) {
      int n = (int) Math.round(Math.sqrt(ranks));
      int[][] directions = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
      for (int step = 0; step < 4; step++) {
        int request = 0;
        for (int receive = 1; receive >= 0; receive--) {
          for (int k = 0; k < 4; k++) {
            int sign = receive == 1 ? 1 : -1;
            int x = rank % n + sign * directions[k][0];
            int y = rank / n + sign * directions[k][1];
            if (x >= 0 && x < n && y >= 0 && y < n) {
              out.call(
                  receive == 1 ? "irecv" : "isend",
                  "halo.c:" + (receive * -10 + 20 + k),
                  String.format(
                      Locale.ROOT,
                      "peer=%d tag=%d %s=%d request=%d",
                      y * n + x,
                      k,
                      receive == 1 ? "receive_bytes" : "bytes",
                      4096 / n,
                      request++));
            }
          }
        }
        out.compute("100us");
        StringBuilder all = new StringBuilder("0");
        for (int i = 1; i < request; i++) {
          all.append(',').append(i);
        }
        out.call("waitall", "halo.c:30", "requests=[" + all + "]");
        out.call("allreduce", "halo.c:40", "bytes=8 count=1");
      }
    }
  },

  /** Rounds at distances 1, 2, 4, ..: as many as the logarithm. */
  DISSEMINATION {
    @Override
    void rank(Writer out, int rank, int ranks) {
      for (int distance = 1; distance < ranks; distance *= 2) {
        out.call("isend", "d.c:1", "peer=" + (rank + distance) % ranks + " bytes=8 request=0");
        int from = Math.floorMod(rank - distance, ranks);
        out.call("recv", "d.c:2", "peer=" + from + " receive_bytes=8");
        out.call("wait", "d.c:3", "request=0");
      }
    }
  },

  /** Rows and columns of a square are communicators; weak scaling. */
  ROWS {
    @Override
    void rank(Writer out, int rank, int ranks) {
      int n = (int) Math.round(Math.sqrt(ranks));
      int x = rank % n;
      int y = rank / n;
      out.call("comm_split", "r.c:1", "color=" + y + " key=" + x + " new_communicator=2");
      out.call("comm_split", "r.c:2", "color=" + x + " key=" + y + " new_communicator=3");
      for (int step = 0; step < 3; step++) {
        out.compute("20us");
        out.call("bcast", "r.c:3", "bytes=1000 root=0 communicator=2");
        out.call(
            "sendrecv",
            "r.c:4",
            String.format(
                Locale.ROOT,
                "peer=%d bytes=100 receive_peer=%d receive_bytes=100 communicator=2",
                (x + 1) % n,
                Math.floorMod(x - 1, n)));
        out.call(
            "alltoall",
            "r.c:5",
            "bytes=" + 4096 / n + " receive_bytes=" + 4096 / n + " communicator=3");
      }
    }
  },

  /** Wavefronts from four corners, with one call site and one tag for all directions. */
  SWEEP {
    @Override
    void rank(Writer out, int rank, int ranks) {
      int n = (int) Math.round(Math.sqrt(ranks));
      int[][] corners = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
      for (int block = 0; block < 4 * 3; block++) {
        int[] corner = corners[block / 3];
        for (int receive = 1; receive >= 0; receive--) {
          for (int axis = 0; axis < 2; axis++) {
            int sign = receive == 1 ? -corner[axis] : corner[axis];
            int x = rank % n + (axis == 0 ? sign : 0);
            int y = rank / n + (axis == 1 ? sign : 0);
            if (x >= 0 && x < n && y >= 0 && y < n) {
              String bytes = receive == 1 ? " receive_bytes=" : " bytes=";
              out.call(
                  receive == 1 ? "recv" : "send",
                  "s.c:" + (2 - receive),
                  "peer=" + (y * n + x) + bytes + 8192 / n);
            }
          }
          if (receive == 1) {
            out.compute("50us");
          }
        }
      }
    }
  },

  /**
   * Phases with all neighbours, with those of higher ranks, and with two, at the same call sites.
   */
  PHASES {
    @Override
    void rank(Writer out, int rank, int ranks) {
      int n = (int) Math.round(Math.sqrt(ranks));
      int[][] directions = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
      for (int phase = 0; phase < 9; phase++) {
        int request = 0;
        for (int receive = 1; receive >= 0; receive--) {
          for (int k = 0; k < (phase % 3 == 2 ? 4 : 8); k++) {
            int x = rank % n + directions[k][0];
            int y = rank / n + directions[k][1];
            boolean higher = y * n + x > rank;
            if (x >= 0
                && x < n
                && y >= 0
                && y < n
                && (phase % 3 != 1 || higher == (receive == 1))) {
              out.call(
                  receive == 1 ? "irecv" : "isend",
                  "p.c:" + (2 - receive),
                  String.format(
                      Locale.ROOT,
                      "peer=%d %s=%d request=%d",
                      y * n + x,
                      receive == 1 ? "receive_bytes" : "bytes",
                      (k < 4 ? 1000 : 8) * (phase % 3 + 1),
                      request++));
            }
          }
        }
        StringBuilder all = new StringBuilder("0");
        for (int i = 1; i < request; i++) {
          all.append(',').append(i);
        }
        out.call("waitall", "p.c:3", "requests=[" + all + "]");
        out.compute(10 * (phase % 3 + 1) + "us");
      }
    }
  },

  /**
   * Wavefronts there and back over planes, and an exchange that is called before and within the
   * steps; a first run of one step to warm up; norms before the first and around the last step.
   */
  SSOR {
    private static final int PLANES = 5;

    @Override
    void rank(Writer out, int rank, int ranks) {
      for (int steps : new int[] {1, 6}) {
        exchange(out, rank, ranks);
        norm(out);
        out.call("barrier", "l.c:2", "");
        for (int step = 1; step <= steps; step++) {
          for (int plane = 0; plane < PLANES; plane++) {
            wave(out, rank, ranks, 1, "l.c:1");
          }
          for (int plane = 0; plane < PLANES; plane++) {
            wave(out, rank, ranks, -1, "l.c:2");
          }
          if (step == 6) {
            norm(out);
          }
          exchange(out, rank, ranks);
          if (step == steps) {
            norm(out);
          }
        }
        out.call("allreduce", "l.c:3", "bytes=16 count=2");
      }
    }

    private static void norm(Writer out) {
      out.compute("30us");
      out.call("allreduce", "l.c:4", "bytes=40 count=5");
    }

    private static void wave(Writer out, int rank, int ranks, int way, String site) {
      int n = (int) Math.round(Math.sqrt(ranks));
      for (int axis = 0; axis < 2; axis++) {
        pass(out, rank, n, axis, -way, "recv", site + axis);
      }
      out.compute("10us");
      for (int axis = 0; axis < 2; axis++) {
        pass(out, rank, n, axis, way, "send", site + (axis + 5));
      }
    }

    private static void pass(
        Writer out, int rank, int n, int axis, int way, String op, String site) {
      int x = rank % n + (axis == 0 ? way : 0);
      int y = rank / n + (axis == 1 ? way : 0);
      if (x >= 0 && x < n && y >= 0 && y < n) {
        String bytes = (op.equals("recv") ? " receive_bytes=" : " bytes=") + 4800 / n;
        out.call(op, site, "peer=" + (y * n + x) + bytes);
      }
    }

    private static void exchange(Writer out, int rank, int ranks) {
      int n = (int) Math.round(Math.sqrt(ranks));
      for (int axis = 0; axis < 2; axis++) {
        for (int way = 1; way >= -1; way -= 2) {
          String site = "e.c:" + axis + (way + 2);
          pass(out, rank, n, axis, way, "send", site + 1);
          pass(out, rank, n, axis, -way, "recv", site + 2);
        }
      }
    }
  },

  /** Ranks in a circle, without call sites; blocks of 1,000 points, unevenly divided. */
  RING {
    @Override
    void rank(Writer out, int rank, int ranks) {
      for (int step = 0; step < 3; step++) {
        int own = 8 * (1000 / ranks + (rank < 1000 % ranks ? 1 : 0));
        int before = Math.floorMod(rank - 1, ranks);
        int theirs = 8 * (1000 / ranks + (before < 1000 % ranks ? 1 : 0));
        out.call(
            "sendrecv",
            "",
            String.format(
                Locale.ROOT,
                "peer=%d bytes=%d receive_peer=%d receive_bytes=%d",
                (rank + 1) % ranks,
                own,
                before,
                Math.max(own, theirs)));
      }
    }
  };

  /** Three numbers of ranks to extrapolate from, and one to extrapolate to. */
  List<Integer> sizes() {
    return switch (this) {
      case RING -> List.of(3, 7, 16, 60);
      case SSOR -> List.of(4, 9, 16, 64);
      default -> List.of(4, 16, 64, 256);
    };
  }

  abstract void rank(Writer out, int rank, int ranks);

  /** The trace as text. */
  String trace(int ranks) {
    Writer out = new Writer();
    for (int rank = 0; rank < ranks; rank++) {
      out.body.append("program ").append(rank).append(" {\n");
      rank(out, rank, ranks);
      out.body.append("}\n");
    }
    StringBuilder text = new StringBuilder("foretell-trace 1\nname \"" + this + "\"\nranks ");
    text.append(ranks).append('\n');
    out.sites.forEach((site, id) -> text.append("call_site " + id + " \"" + site + "\"\n"));
    return text.append(out.body).toString();
  }

  /** Writes ops. */
  static final class Writer {
    private final StringBuilder body = new StringBuilder();
    private final Map<String, Integer> sites = new LinkedHashMap<>();

    void call(String op, String site, String fields) {
      body.append("  ").append(op).append(' ').append(fields);
      if (!site.isEmpty()) {
        body.append(" call_site=").append(sites.computeIfAbsent(site, k -> sites.size()));
      }
      body.append('\n');
    }

    void compute(String duration) {
      body.append("  compute duration=").append(duration).append('\n');
    }
  }
}
