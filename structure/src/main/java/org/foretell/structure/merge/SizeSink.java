package org.foretell.structure.merge;

import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Counts about how many bytes a program takes in a file. */
final class SizeSink implements ProgramSink {
  /** What a program takes beyond its records: a block, and an entry in the contents. */
  private static final int PROGRAM = 48;

  private long bytes;

  long bytes() {
    return bytes;
  }

  @Override
  public void beginProgram(RankSet ranks) {
    bytes += PROGRAM + RankSections.numbers(ranks);
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    bytes += variations.isEmpty() ? 2 : 4;
    for (OpField field : op.code().fields()) {
      if (field.isList()) {
        bytes += op.listLength(field);
      } else if (op.get(field) != op.code().absent(field)) {
        bytes += RankValues.bytes(new Values.Constant(op.get(field)));
      }
    }
    for (Variation variation : variations) {
      bytes += RankValues.bytes(variation.values());
    }
  }

  @Override
  public void beginRepeat(Values count) {
    bytes += 2 + RankValues.bytes(count);
  }

  @Override
  public void endRepeat() {
    bytes++;
  }

  @Override
  public void endProgram() {}
}
