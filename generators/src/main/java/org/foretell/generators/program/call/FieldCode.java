package org.foretell.generators.program.call;

import java.util.Arrays;
import java.util.Locale;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.Tables;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** Fields of ops as expressions in C. */
public final class FieldCode {
  private final int ranks;
  private final Tables tables;
  private final ValueCode values;

  public FieldCode(int ranks, Tables tables, ValueCode values) {
    this.ranks = ranks;
    this.tables = tables;
    this.values = values;
  }

  /** A number as it is. */
  public String number(Node.Statement of, OpField field, RankSet by) {
    return values.scalar(of.values(field), by);
  }

  /**
   * A rank.
   *
   * @param any what a wildcard is in the library
   * @param nobody what nobody is in the library
   */
  public String rank(Node.Statement of, OpField field, RankSet by, String any, String nobody) {
    Values from = of.values(field);
    if (of.isRelative(field)) {
      return from instanceof Values.Constant distance
          ? neighbor(distance.value())
          : "neighbor(" + values.scalar(from, by) + ")";
    } else if (from instanceof Values.Constant constant) {
      return constant.value() == OpView.ANY
          ? any
          : constant.value() == OpView.PROC_NULL ? nobody : CText.number(constant.value());
    }
    String number = values.scalar(from, by);
    return least(from) < 0 ? "peer(" + number + ")" : "(int)" + wrapped(number);
  }

  /** The number of ranks. */
  public int ranks() {
    return ranks;
  }

  /** The rank at a distance. */
  public String neighbor(long distance) {
    long near = Math.floorMod(distance, (long) ranks);
    if (near > ranks / 2) {
      near -= ranks;
    }
    return near == 0 ? "rank" : String.format(Locale.ROOT, "neighbor(%+d)", near);
  }

  /** A tag; a wildcard among several is recognised at run time. */
  public String tag(Node.Statement of, OpField field, RankSet by, String any) {
    Values from = of.values(field);
    if (from instanceof Values.Constant constant) {
      return constant.value() == OpView.ANY ? any : CText.number(constant.value());
    }
    String number = values.scalar(from, by);
    return least(from) < 0 ? "tag(" + number + ")" : "(int)" + wrapped(number);
  }

  private static String wrapped(String number) {
    boolean isOne = number.matches("\\w+(\\[[^\\[\\]]+\\])*|\\w+\\([^()]*\\)");
    return isOne || number.startsWith("(") ? number : "(" + number + ")";
  }

  /** The least value that there is. */
  public static long least(Values of) {
    if (of instanceof Values.Constant constant) {
      return constant.value();
    } else if (of instanceof Values.Cyclic cyclic) {
      return Arrays.stream(cyclic.values()).min().orElse(0);
    } else if (of instanceof Values.PerRank perRank) {
      return Arrays.stream(perRank.values()).min().orElse(0);
    } else if (of instanceof Values.Scoped scoped) {
      return scoped.scopes().stream().mapToLong(s -> least(s.values())).min().orElse(0);
    }
    return 0;
  }

  /**
   * A size of a message, scaled when the program is compiled for that.
   *
   * @throws UnsupportedCallException if it is more than a count of C can be
   */
  public String bytes(Node.Statement of, OpField field, RankSet by)
      throws UnsupportedCallException {
    long most = of.greatest(field);
    if (most > Integer.MAX_VALUE) {
      throw new UnsupportedCallException(
          most + " bytes at once, and a call takes at most " + Integer.MAX_VALUE);
    }
    if (of.isConstant(field) && of.constant(field) <= 0) {
      return "0";
    }
    return "bytes(" + number(of, field, by) + ")";
  }

  /** An array. */
  public String list(Node.Statement of, OpField field, RankSet by) {
    return of.isConstant(field)
        ? tables.of(of.list(field))
        : values.list(of.values(field), of.length(field), by);
  }
}
