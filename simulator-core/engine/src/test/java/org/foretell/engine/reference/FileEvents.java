package org.foretell.engine.reference;

import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Ops on files in a trace that is being made up. */
final class FileEvents {
  private static final long[] SIZES = {0, 1, 30, 64, 200};
  private static final OpCode[] OWN = {
    OpCode.FILE_READ, OpCode.FILE_WRITE, OpCode.FILE_IREAD, OpCode.FILE_IWRITE
  };
  private static final OpCode[] TOGETHER = {
    OpCode.FILE_OPEN, OpCode.FILE_CLOSE, OpCode.FILE_READ_ALL, OpCode.FILE_WRITE_ALL
  };

  private final List<Script> scripts;
  private final Random random;
  private final GroupEvents groups;

  FileEvents(List<Script> scripts, Random random, GroupEvents groups) {
    this.scripts = scripts;
    this.random = random;
    this.groups = groups;
  }

  void event() {
    if (random.nextInt(3) > 0) {
      for (int times = 1 + random.nextInt(4); times > 0; times--) {
        own(scripts.get(random.nextInt(scripts.size())));
      }
      return;
    }
    OpCode code = TOGETHER[random.nextInt(TOGETHER.length)];
    Members group = groups.any();
    for (int member = 0; member < group.size(); member++) {
      Script script = scripts.get(group.worldRank(member));
      script.add(anywhere(code, random).set(OpField.COMMUNICATOR, group.name(script.rank)));
    }
  }

  private void own(Script script) {
    OpView op = anywhere(OWN[random.nextInt(OWN.length)], random);
    boolean named = op.code().has(OpField.REQUEST) && random.nextInt(10) > 0;
    if (named) {
      op.set(OpField.REQUEST, script.newSlot());
    }
    script.add(op);
    if (named) {
      script.nowPending(op.request());
    }
  }

  private static OpView anywhere(OpCode code, Random random) {
    OpView op = Ops.op(code).set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)]);
    if (random.nextInt(10) > 0) {
      op.set(OpField.OBJECT, random.nextInt(5));
    }
    return random.nextBoolean() ? op : op.set(OpField.STRIDE_BYTES, random.nextInt(1000));
  }

  /** Any op, without rhyme or reason. */
  static OpView arbitraryOp(Random random) {
    OpCode[] codes = random.nextInt(4) == 0 ? TOGETHER : OWN;
    OpView op = anywhere(codes[random.nextInt(codes.length)], random);
    if (op.code().has(OpField.REQUEST)) {
      op.set(OpField.REQUEST, random.nextInt(4));
    }
    return op;
  }
}
