package org.foretell.engine.reference;

import static org.foretell.trace.OpField.BYTES;
import static org.foretell.trace.OpField.COMMUNICATOR;
import static org.foretell.trace.OpField.MATCHED_PEER;
import static org.foretell.trace.OpField.MATCHED_TAG;
import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.PEER;
import static org.foretell.trace.OpField.RECEIVE_BYTES;
import static org.foretell.trace.OpField.RECEIVE_PEER;
import static org.foretell.trace.OpField.RECEIVE_TAG;
import static org.foretell.trace.OpField.REQUEST;
import static org.foretell.trace.OpField.REQUESTS;
import static org.foretell.trace.OpField.TAG;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/**
 * Makes up programs that end: communication is made up as a list of global events, and each rank
 * takes part in them in the order of the list. What blocks a rank depends on earlier or the same
 * events only, so the first event that is not over can always go on. With the same seed fewer
 * events are a beginning of more.
 */
final class CooperativeProgram {
  private static final long[] SIZES = {0, 0, 1, 8, 63, 64, 65, 200};
  private static final OpCode[] BLOCKING = {
    OpCode.SEND, OpCode.SEND, OpCode.BSEND, OpCode.SSEND, OpCode.RSEND
  };
  private static final OpCode[] NON_BLOCKING = {
    OpCode.ISEND, OpCode.ISEND, OpCode.IBSEND, OpCode.ISSEND, OpCode.IRSEND
  };
  private static final OpCode[] PERSISTENT = {
    OpCode.SEND_INIT, OpCode.BSEND_INIT, OpCode.SSEND_INIT, OpCode.RSEND_INIT
  };

  /** A communicator of which all receives ask for any message from anybody. */
  private static final int ANYTHING_GOES = 2;

  /**
   * Two ranks that talk again and again; a slot is -1 where there is no persistent request.
   *
   * @param source rank in the communicator
   * @param destination rank in the communicator
   */
  private record Channel(
      Members group, int source, int destination, int tag, long bytes, int from, int to) {}

  private final Random random;
  private final Set<RandomTraces.Feature> features;
  private final List<Script> scripts = new ArrayList<>();
  private final List<Channel> channels = new ArrayList<>();
  private final GroupEvents groups;
  private final ShmemEvents shmem;
  private final RmaEvents rma;
  private final FileEvents files;
  private final Members anythingGoes;
  private final int tags;
  private int uniqueTag = 1000;

  private CooperativeProgram(
      OpListTrace trace,
      int ranks,
      int tags,
      Random random,
      Set<RandomTraces.Feature> features,
      boolean tidy) {
    this.tags = tags;
    this.random = random;
    this.features = features;
    boolean unresolved = features.contains(RandomTraces.Feature.UNRESOLVED_COMPLETIONS);
    for (int rank = 0; rank < ranks; rank++) {
      scripts.add(new Script(rank, trace, random, unresolved));
    }
    int[] all = IntStream.range(0, ranks).toArray();
    trace.define(new Communicator(ANYTHING_GOES, all));
    anythingGoes = new Members(all, ANYTHING_GOES);
    groups = new GroupEvents(trace, scripts, random, features);
    boolean unordered =
        !tidy && features.contains(RandomTraces.Feature.SHMEM) && random.nextBoolean();
    ShmemEvents.Kind kind =
        tidy
            ? ShmemEvents.Kind.TIDY
            : unordered ? ShmemEvents.Kind.UNORDERED : ShmemEvents.Kind.ANY;
    shmem = new ShmemEvents(scripts, random, groups, kind);
    rma = new RmaEvents(scripts, random, groups);
    files = new FileEvents(scripts, random, groups);
  }

  static OpListTrace make(
      long seed, int ranks, int tags, int events, Set<RandomTraces.Feature> features) {
    OpListTrace trace = new OpListTrace(ranks);
    CooperativeProgram program =
        new CooperativeProgram(trace, ranks, tags, new Random(seed), features, false);
    for (int event = 0; event < events; event++) {
      program.event();
    }
    program.end();
    return trace;
  }

  /** A program of little but one-sided ops that leaves nothing behind. */
  static OpListTrace oneSided(
      long seed, int ranks, int events, Set<RandomTraces.Feature> features) {
    OpListTrace trace = new OpListTrace(ranks);
    CooperativeProgram program =
        new CooperativeProgram(trace, ranks, 3, new Random(seed), features, true);
    if (features.contains(RandomTraces.Feature.SHMEM)) {
      program.scripts.forEach(script -> script.add(Ops.op(OpCode.SHMEM_FENCE)));
    }
    for (int event = 0; event < events; event++) {
      program.oneSidedEvent();
    }
    program.end();
    return trace;
  }

  private void oneSidedEvent() {
    if (random.nextInt(5) == 0) {
      any(scripts).local();
    } else if (!features.contains(RandomTraces.Feature.RMA)
        || (features.contains(RandomTraces.Feature.SHMEM) && random.nextBoolean())) {
      shmem.event();
    } else {
      rma.event();
    }
  }

  private void event() {
    if (features.contains(RandomTraces.Feature.SHMEM) && random.nextInt(3) > 0) {
      shmem.event();
      return;
    }
    if (features.contains(RandomTraces.Feature.RMA) && random.nextInt(3) > 0) {
      rma.event();
      return;
    }
    if (features.contains(RandomTraces.Feature.FILES) && random.nextInt(3) > 0) {
      files.event();
      return;
    }
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> any(scripts).local();
      case 4, 5, 6 -> any(scripts).complete();
      case 7, 8, 9, 10, 11 -> message();
      case 12 -> fanIn();
      case 13 -> ring();
      case 14 -> talkToNobody(any(scripts));
      case 15 -> openChannel();
      case 16 -> startTogether();
      case 17, 18 -> groups.collective();
      default -> groups.change();
    }
  }

  private void end() {
    if (features.contains(RandomTraces.Feature.DEFECTS) && random.nextBoolean()) {
      Script script = any(scripts);
      int peer = random.nextInt(scripts.size());
      script.add(
          random.nextBoolean()
              ? send(OpCode.IBSEND, Members.WORLD, peer, uniqueTag++, 8)
                  .set(REQUEST, script.newSlot())
              : Ops.irecv(peer, uniqueTag++, script.newSlot()));
    }
    scripts.forEach(Script::end);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private OpCode any(OpCode[] codes) {
    return codes[random.nextInt(codes.length)];
  }

  private long size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private static OpView send(OpCode code, int communicator, int peer, int tag, long bytes) {
    return Ops.send(code, peer, tag, bytes).set(COMMUNICATOR, communicator);
  }

  private void message() {
    if (!channels.isEmpty() && random.nextInt(3) == 0) {
      Channel channel = any(channels);
      boolean gone = !groups.exists(channel.group);
      if (!gone || (idle(channel, true) && idle(channel, false))) {
        transfer(channel, false, false);
      }
      return;
    }
    Members group = groups.any();
    Channel once =
        new Channel(
            group,
            random.nextInt(group.size()),
            random.nextInt(group.size()),
            random.nextInt(tags),
            size(),
            -1,
            -1);
    transfer(once, false, false);
  }

  private Script script(Channel channel, boolean sends) {
    return scripts.get(channel.group.worldRank(sends ? channel.source : channel.destination));
  }

  private boolean idle(Channel channel, boolean sends) {
    return script(channel, sends).idle(sends ? channel.from : channel.to);
  }

  /** One message; the halves that are started already are left out. */
  private void transfer(Channel channel, boolean sendStarted, boolean receiveStarted) {
    boolean toItself = channel.source == channel.destination;
    boolean receiveFirst = random.nextBoolean();
    if (toItself && receiveFirst) {
      receive(channel, receiveStarted, false);
    }
    send(channel, sendStarted, !toItself || receiveFirst);
    if (!toItself || !receiveFirst) {
      receive(channel, receiveStarted, true);
    }
  }

  private void send(Channel channel, boolean started, boolean mayBlock) {
    Script script = script(channel, true);
    if (started) {
      return;
    }
    if (idle(channel, true)) {
      script.add(Ops.op(OpCode.START).set(REQUEST, channel.from));
      script.nowPending(channel.from);
      return;
    }
    boolean blocks = mayBlock && random.nextBoolean();
    OpView op =
        send(
            blocks ? any(BLOCKING) : any(NON_BLOCKING),
            channel.group.name(script.rank),
            channel.destination,
            channel.tag,
            channel.bytes);
    post(script, op, blocks);
  }

  private void post(Script script, OpView op, boolean blocks) {
    if (!blocks) {
      int slot = random.nextInt(20) == 0 ? OpView.NONE : script.newSlot();
      op.set(REQUEST, slot);
      if (slot >= 0) {
        script.nowPending(slot);
      }
    }
    script.add(op);
  }

  private void receive(Channel channel, boolean started, boolean mayBlock) {
    Script script = script(channel, false);
    if (started) {
      return;
    }
    if (idle(channel, false)) {
      script.add(Ops.op(OpCode.START).set(REQUEST, channel.to));
      script.nowPending(channel.to);
      return;
    }
    int name = channel.group.name(script.rank);
    if (mayBlock) {
      look(script, name, channel.source, channel.tag);
    }
    boolean blocks = mayBlock && random.nextBoolean();
    OpView op = receive(blocks ? OpCode.RECV : OpCode.IRECV, name, channel);
    post(script, op, blocks);
  }

  /** A receive that asks for what the channel carries, or for anything with that recorded. */
  private OpView receive(OpCode code, int name, Channel channel) {
    OpView op = Ops.op(code).set(COMMUNICATOR, name);
    ask(op, PEER, TAG, channel.source, channel.tag);
    long bufferBytes = random.nextInt(4) == 0 ? -1 : channel.bytes + random.nextInt(2);
    boolean tooSmall =
        features.contains(RandomTraces.Feature.DEFECTS)
            && channel.bytes > 0
            && random.nextInt(10) == 0;
    return op.set(RECEIVE_BYTES, tooSmall ? channel.bytes - 1 : bufferBytes);
  }

  private void ask(OpView op, OpField peerField, OpField tagField, int source, int tag) {
    op.set(peerField, source).set(tagField, tag);
    if (random.nextInt(6) == 0) {
      op.set(peerField, OpView.ANY).set(MATCHED_PEER, source);
      if (random.nextBoolean()) {
        op.set(tagField, OpView.ANY).set(MATCHED_TAG, tag);
      }
    } else if (random.nextInt(8) == 0
        && features.contains(RandomTraces.Feature.UNRESOLVED_WILDCARDS)) {
      op.set(tagField, OpView.ANY);
    }
  }

  /** Probes for a message that is sure to come. */
  private void look(Script script, int name, int source, int tag) {
    OpView probe = Ops.op(OpCode.PROBE);
    int kind = random.nextInt(20);
    if (kind > 3 || (kind < 2 && !features.contains(RandomTraces.Feature.PROBES))) {
      return;
    }
    if (kind >= 2) {
      probe = Ops.op(OpCode.IPROBE);
      boolean resolved = !features.contains(RandomTraces.Feature.UNRESOLVED_COMPLETIONS);
      if (resolved || random.nextBoolean()) {
        probe.set(OUTCOME, kind - 2);
      }
    }
    script.add(probe.set(PEER, source).set(TAG, tag).set(COMMUNICATOR, name));
  }

  /** Messages of several ranks, for receives that take any of them. */
  private void fanIn() {
    boolean unresolved = features.contains(RandomTraces.Feature.UNRESOLVED_WILDCARDS);
    boolean anything = unresolved && random.nextBoolean();
    Members group = anything ? anythingGoes : groups.any();
    int destination = random.nextInt(group.size());
    List<Integer> sources = new ArrayList<>();
    int tag = uniqueTag++;
    for (int count = 1 + random.nextInt(4); count > 0; count--) {
      int source = random.nextInt(group.size());
      Script script = scripts.get(group.worldRank(source));
      boolean blocks = source != destination && random.nextBoolean();
      OpCode code = blocks ? any(BLOCKING) : any(NON_BLOCKING);
      if (anything) {
        // A later message may be taken in its stead, so the sender must not depend on it.
        code = blocks ? OpCode.BSEND : OpCode.IBSEND;
      }
      int name = group.name(script.rank);
      int itsTag = anything ? random.nextInt(3) : tag;
      post(script, send(code, name, destination, itsTag, size()), blocks);
      sources.add(source);
    }
    Collections.shuffle(sources, random);
    Script script = scripts.get(group.worldRank(destination));
    for (int source : sources) {
      boolean blocks = random.nextBoolean();
      int wantedTag = anything ? OpView.ANY : tag;
      if (unresolved) {
        look(script, group.name(script.rank), OpView.ANY, wantedTag);
      }
      OpView op =
          Ops.op(blocks ? OpCode.RECV : OpCode.IRECV)
              .set(PEER, OpView.ANY)
              .set(TAG, wantedTag)
              .set(RECEIVE_BYTES, -1)
              .set(COMMUNICATOR, group.name(script.rank));
      if (!unresolved) {
        op.set(MATCHED_PEER, source).set(MATCHED_TAG, tag);
      }
      post(script, op, blocks);
    }
  }

  /** Each of some ranks sends to the next and receives from the one before. */
  private void ring() {
    Members group = groups.any();
    List<Integer> members = new ArrayList<>(IntStream.range(0, group.size()).boxed().toList());
    Collections.shuffle(members, random);
    int length = 1 + random.nextInt(members.size());
    boolean open = random.nextInt(3) == 0;
    int tag = random.nextInt(3);
    long bytes = size();
    for (int i = 0; i < length; i++) {
      int next = open && i == length - 1 ? OpView.PROC_NULL : members.get((i + 1) % length);
      int before = open && i == 0 ? OpView.PROC_NULL : members.get((i + length - 1) % length);
      Script script = scripts.get(group.worldRank(members.get(i)));
      int name = group.name(script.rank);
      boolean both = next != OpView.PROC_NULL && before != OpView.PROC_NULL;
      if (both && length > 1 && random.nextInt(4) == 0) {
        Channel in = new Channel(group, before, members.get(i), tag, bytes, -1, -1);
        post(script, receive(OpCode.IRECV, name, in), false);
        post(script, send(any(BLOCKING), name, next, tag, bytes), true);
      } else {
        OpView op =
            Ops.op(random.nextBoolean() ? OpCode.SENDRECV : OpCode.SENDRECV_REPLACE)
                .set(PEER, next)
                .set(TAG, tag)
                .set(BYTES, bytes)
                .set(RECEIVE_BYTES, bytes)
                .set(COMMUNICATOR, name);
        op.set(RECEIVE_PEER, before).set(RECEIVE_TAG, tag);
        if (before != OpView.PROC_NULL) {
          ask(op, RECEIVE_PEER, RECEIVE_TAG, before, tag);
        }
        script.add(op);
      }
    }
  }

  private void talkToNobody(Script script) {
    int nobody = OpView.PROC_NULL;
    switch (random.nextInt(5)) {
      case 0 -> script.add(send(any(BLOCKING), Members.WORLD, nobody, 0, size()));
      case 1 -> post(script, send(any(NON_BLOCKING), Members.WORLD, nobody, 0, size()), false);
      case 2 -> post(script, Ops.irecv(nobody, 0, 0), false);
      case 3 -> script.add(Ops.op(OpCode.IPROBE).set(PEER, nobody).set(OUTCOME, 1));
      default -> script.add(Ops.recv(nobody, 0));
    }
  }

  private void openChannel() {
    Members group = groups.any();
    int source = random.nextInt(group.size());
    int destination = random.nextInt(group.size());
    int tag = 3 + random.nextInt(2);
    Channel plain = new Channel(group, source, destination, tag, size(), -1, -1);
    int from = -1;
    int to = -1;
    if (random.nextInt(4) > 0) {
      Script script = script(plain, true);
      from = script.newSlot();
      OpCode code = any(PERSISTENT);
      int name = group.name(script.rank);
      script.add(send(code, name, destination, tag, plain.bytes).set(REQUEST, from));
      script.nowPersistent(from);
    }
    if (random.nextInt(4) > 0) {
      Script script = script(plain, false);
      to = script.newSlot();
      int name = group.name(script.rank);
      script.add(receive(OpCode.RECV_INIT, name, plain).set(REQUEST, to));
      script.nowPersistent(to);
    }
    if (source == destination && from == to) {
      from = -1;
    }
    // A slot that was taken over is no longer that of its old channel.
    for (int i = 0; i < channels.size(); i++) {
      Channel old = channels.get(i);
      channels.set(i, without(old, script(plain, true), from, script(plain, false), to));
    }
    channels.add(new Channel(group, source, destination, tag, plain.bytes, from, to));
  }

  private Channel without(Channel old, Script sender, int from, Script receiver, int to) {
    int keptFrom = old.from;
    int keptTo = old.to;
    Script oldSender = script(old, true);
    Script oldReceiver = script(old, false);
    if ((oldSender == sender && old.from == from) || (oldSender == receiver && old.from == to)) {
      keptFrom = -1;
    }
    if ((oldReceiver == sender && old.to == from) || (oldReceiver == receiver && old.to == to)) {
      keptTo = -1;
    }
    return new Channel(
        old.group, old.source, old.destination, old.tag, old.bytes, keptFrom, keptTo);
  }

  /** A rank starts all that it can; then its partners do their part. */
  private void startTogether() {
    Script script = any(scripts);
    List<Long> slots = new ArrayList<>();
    List<Runnable> others = new ArrayList<>();
    for (Channel channel : channels) {
      boolean sends = script(channel, true) == script && idle(channel, true);
      boolean receives = script(channel, false) == script && idle(channel, false);
      boolean half = channel.source == channel.destination && sends != receives;
      if ((!sends && !receives) || half || !groups.exists(channel.group)) {
        continue;
      }
      if (sends) {
        slots.add((long) channel.from);
      }
      if (receives) {
        slots.add((long) channel.to);
      }
      others.add(() -> transfer(channel, sends, receives));
    }
    script.add(
        Ops.op(OpCode.STARTALL)
            .setList(REQUESTS, slots.stream().mapToLong(Long::longValue).toArray()));
    slots.forEach(slot -> script.nowPending(slot.intValue()));
    others.forEach(Runnable::run);
  }
}
