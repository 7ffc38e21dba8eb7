package org.foretell.engine.cause;

import java.util.Arrays;
import org.foretell.observe.PathLeg;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** By moment the leg that leads to it, and a view of one of them. */
final class LegTable implements PathLeg {
  /** No resource. */
  static final int NOTHING = Resource.NONE.ordinal();

  private static final Kind[] KINDS = Kind.values();
  private static final Resource[] RESOURCES = Resource.values();
  private static final OpCode[] CODES = OpCode.values();

  // What stands in one number: the kind of the leg, the rank, and what the rank does.
  private static final int KIND_BITS = 4;
  private static final int RANK_BITS = 26;
  private static final int RESOURCE_BITS = 5;

  private final int[] nodes;
  private final PlaceTable places = new PlaceTable();

  private long[] kindRankPlace = {};
  private long[] operation = {};
  private long[] bytes = {};

  /** Of a collective the number of its members. */
  private int[] peer = {};

  private int[] resource = {};

  // The view.
  private int shown;
  private long place;
  private long startPs;
  private long endPs;

  /**
   * Knows no leg.
   *
   * @param nodes by rank
   */
  LegTable(int[] nodes) {
    this.nodes = nodes;
  }

  static int resource(Resource resource, int index) {
    return index << RESOURCE_BITS | resource.ordinal();
  }

  void set(int moment, Kind kind, int rank, long place, long op) {
    if (moment >= kindRankPlace.length) {
      int room = Math.max(moment + 1, Math.max(1 << 12, 2 * kindRankPlace.length));
      kindRankPlace = Arrays.copyOf(kindRankPlace, room);
      operation = Arrays.copyOf(operation, room);
      bytes = Arrays.copyOf(bytes, room);
      peer = Arrays.copyOf(peer, room);
      resource = Arrays.copyOf(resource, room);
    }
    long number = places.number(place);
    kindRankPlace[moment] = (number << RANK_BITS | rank) << KIND_BITS | kind.ordinal();
    operation[moment] = op;
  }

  /** A number that legs of the same kind, rank and place share. */
  long alike(int moment) {
    return kindRankPlace[moment];
  }

  /** Sets the remaining attributes of a leg that has just been added. */
  void of(int moment, int other, long messageBytes, int what) {
    peer[moment] = other;
    bytes[moment] = messageBytes;
    resource[moment] = what;
  }

  /** Shows a leg in the view. */
  PathLeg show(int moment, long fromPs, long toPs) {
    shown = moment;
    place = places.get((int) (kindRankPlace[moment] >>> (KIND_BITS + RANK_BITS)));
    startPs = fromPs;
    endPs = toPs;
    return this;
  }

  @Override
  public Kind kind() {
    return KINDS[(int) kindRankPlace[shown] & ((1 << KIND_BITS) - 1)];
  }

  @Override
  public int rank() {
    return (int) (kindRankPlace[shown] >>> KIND_BITS) & ((1 << RANK_BITS) - 1);
  }

  @Override
  public int peer() {
    return kind() == Kind.COLLECTIVE ? OpView.NONE : peer[shown];
  }

  @Override
  public boolean withinNode() {
    int other = peer();
    return other != OpView.NONE && nodes[rank()] == nodes[other];
  }

  @Override
  public long bytes() {
    return bytes[shown];
  }

  @Override
  public int members() {
    return kind() == Kind.COLLECTIVE ? peer[shown] : 0;
  }

  @Override
  public Resource resource() {
    return RESOURCES[resource[shown] & ((1 << RESOURCE_BITS) - 1)];
  }

  @Override
  public int resourceIndex() {
    return resource() == Resource.NONE ? OpView.NONE : resource[shown] >>> RESOURCE_BITS;
  }

  @Override
  public OpCode code() {
    return CODES[PlaceTable.code(place)];
  }

  @Override
  public long operation() {
    return operation[shown];
  }

  @Override
  public int callSite() {
    return PlaceTable.callSite(place);
  }

  @Override
  public int marker() {
    return PlaceTable.marker(place);
  }

  @Override
  public long startPs() {
    return startPs;
  }

  @Override
  public long endPs() {
    return endPs;
  }
}
