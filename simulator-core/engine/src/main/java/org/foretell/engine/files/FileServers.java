package org.foretell.engine.files;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.observe.PathLeg;
import org.foretell.observe.PathLeg.Resource;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * A file system at work: which links and servers are busy until when. Both serve one request at a
 * time, first come, first served.
 */
public final class FileServers {
  private static final int SHIFT = 32;

  private final @Nullable FileSystem system;
  private final int[] nodes;
  private final RequestTable requests;
  private final Events events;
  private final FileRequests pool = new FileRequests();

  /** By node when its link is free. */
  private final long[] linkFreePs;

  /** By server when it is free. */
  private final long[] serverFreePs;

  private final Causes causes;
  private final Uses links;
  private final Uses servers;

  /** By rank and file where the last request of the rank ended. */
  private final Long2LongOpenHashMap ends = new Long2LongOpenHashMap();

  /** Files, by rank and name, that the rank has opened together with others. */
  private final LongOpenHashSet shared = new LongOpenHashSet();

  /** The order of events, of which arrivals at the servers are some. */
  public interface Events {
    /** The present. */
    long nowPs();

    /**
     * Lets {@link FileServers#arrive} be called at a time that is not in the past.
     *
     * @param request a multiple of {@link FileRequests#STRIDE}
     */
    void fileRequestArrives(int request, long timePs);

    /**
     * Makes {@link FileServers#end} be called, now if ranks may learn of later times, else at that
     * time.
     */
    void fileRequestEnds(int request, long timePs);
  }

  /**
   * An idle file system.
   *
   * @param system null if the machine has none
   */
  public FileServers(
      @Nullable FileSystem system,
      Placement placement,
      RequestTable requests,
      Events events,
      Causes causes) {
    this.causes = causes;
    this.system = system;
    this.requests = requests;
    this.events = events;
    nodes = placement.nodes();
    int highest = system == null ? -1 : Arrays.stream(nodes).max().orElse(-1);
    linkFreePs = new long[highest + 1];
    serverFreePs = new long[system == null ? 0 : system.servers()];
    links = causes.setup().uses(linkFreePs.length, Uses.Turns.COMPETING);
    servers = causes.setup().uses(serverFreePs.length, Uses.Turns.COMPETING);
    causes.setup().heldBy(pool::visitCauses);
  }

  /** Whether the machine has a file system; without it nothing else may be called. */
  public boolean exists() {
    return system != null;
  }

  private FileSystem system() {
    FileSystem known = system;
    if (known == null) {
      throw new AssertionError("the machine has no file system");
    }
    return known;
  }

  /**
   * A rank opens or closes a file, now, which its op waits for: its next request begins at its
   * start.
   *
   * @param isShared whether it opens it together with others
   */
  public void openOrClose(int rank, long file, boolean isShared) {
    int request = pool.create(rank, RequestTable.BLOCKING, file, 0, 0, 0);
    long end = Ps.plus(events.nowPs(), system().metadataPs());
    pool.cause(request, causes.happened(PathLeg.Kind.FILE, rank, end, causes.clock(rank)));
    events.fileRequestEnds(request, end);
    long key = key(rank, file);
    ends.remove(key);
    if (isShared) {
      shared.add(key);
    } else {
      shared.remove(key);
    }
  }

  /**
   * A rank reads or writes, now.
   *
   * @param slot request slot, {@link RequestTable#BLOCKING} if its op waits
   * @param offset 0 for where the rank's last request on the file ended
   * @param bytes at least 0
   * @return the request, for {@link #detach}
   * @throws ArithmeticException if the file would be longer than 2^63 bytes
   */
  public int request(int rank, int slot, long file, long offset, long bytes) {
    LinkSpeed client = system().client();
    long key = key(rank, file);
    long from = offset == 0 ? ends.get(key) : offset;
    ends.put(key, Math.addExact(from, bytes));
    int node = nodes[rank];
    long start = Math.max(events.nowPs(), linkFreePs[node]);
    long until = Ps.plus(start, Ps.ofBytes(bytes, client.bytesPerSecond()));
    linkFreePs[node] = until;
    long place = shared.contains(key) ? file : file + rank;
    int request = pool.create(rank, slot, place, from, bytes, until);
    long arrives = Ps.plus(start, client.latencyPs());
    int begun = links.after(node, causes.clock(rank));
    links.keep(node, moved(Resource.FILE_LINK, node, rank, bytes, until, begun));
    pool.cause(
        request, causes.happened(PathLeg.Kind.FILE, rank, OpView.NONE, bytes, arrives, begun));
    events.fileRequestArrives(request, arrives);
    return request;
  }

  /** The moment at which a link or server has moved bytes for a rank. */
  private int moved(Resource by, int index, int rank, long bytes, long untilPs, int after) {
    return causes.happened(PathLeg.Kind.FILE, by, index, rank, OpView.NONE, bytes, untilPs, after);
  }

  private static long key(int rank, long file) {
    return (long) rank << SHIFT | file;
  }

  /** The name of a request that is under way is given up. */
  public void detach(int request) {
    pool.slot(request, RequestTable.DETACHED);
  }

  /** A request arrives at the servers, which know at once when it will be complete. */
  public void arrive(int request) {
    FileSystem files = system();
    long bytes = pool.bytes(request);
    long offset = pool.offset(request);
    long now = events.nowPs();
    long end = Math.max(now, Ps.plus(pool.linkUntilPs(request), files.client().latencyPs()));
    long first = offset / files.stripeBytes();
    long stripes = bytes == 0 ? 0 : (offset + bytes - 1) / files.stripeBytes() - first + 1;
    int slowest = -1;
    int rank = pool.rank(request);
    int came = pool.cause(request);
    long touched = Math.min(stripes, files.stripeCount());
    for (long stripe = first; stripe < first + touched; stripe++) {
      int server = files.server(pool.place(request), stripe);
      long part = files.bytesAt((int) (stripe % files.stripeCount()), offset, bytes);
      LinkSpeed speed = files.server();
      long busy = Ps.plus(speed.latencyPs(), Ps.ofBytes(part, speed.bytesPerSecond()));
      serverFreePs[server] = Ps.plus(Math.max(now, serverFreePs[server]), busy);
      int begun = servers.after(server, came);
      servers.keep(
          server, moved(Resource.FILE_SERVER, server, rank, bytes, serverFreePs[server], begun));
      slowest = serverFreePs[server] > end ? server : slowest;
      end = Math.max(end, serverFreePs[server]);
    }
    pool.cause(
        request,
        slowest >= 0
            ? servers.until(slowest)
            : moved(Resource.FILE_LINK, nodes[rank], rank, bytes, end, came));
    events.fileRequestEnds(request, end);
  }

  /** A request is complete at a time. */
  public void end(int request, long timePs) {
    int rank = pool.rank(request);
    int slot = pool.slot(request);
    int end = pool.cause(request);
    pool.release(request);
    requests.completes(rank, slot, timePs, 0, end);
  }

  /** The rank of a request, for messages. */
  public int rank(int request) {
    return pool.rank(request);
  }
}
