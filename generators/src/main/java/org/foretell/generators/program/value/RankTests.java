package org.foretell.generators.program.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.trace.RankSet;

/** Sets of ranks as tests on the number of the rank: a test for each regular section. */
public final class RankTests {
  /** With more sections the test is a function of its own. */
  private static final int SECTIONS_IN_LINE = 2;

  private static final int LINE = 100;

  /** A test that is a single comparison with a number. */
  private static final Pattern COMPARISON = Pattern.compile("([^&|<>=!?]+ )(==|<=|>=)( \\d+)");

  private static final Map<String, String> OPPOSITE = Map.of("==", "!=", "<=", ">", ">=", "<");

  private final int ranks;
  private final Map<RankSet, String> tests = new HashMap<>();
  private final Map<RankSet, String> positions = new HashMap<>();
  private final List<String> functions = new ArrayList<>();

  public RankTests(int ranks) {
    this.ranks = ranks;
  }

  /** An expression that is true for these ranks and no others. */
  public String test(RankSet set) {
    if (set.size() == ranks) {
      return "1";
    }
    List<RankSet.Section> sections = regular(set).sections();
    if (sections.size() > SECTIONS_IN_LINE || sections.stream().anyMatch(s -> dimensions(s) > 1)) {
      return tests.computeIfAbsent(set, this::testFunction);
    }
    return sections.stream().map(this::test).collect(Collectors.joining(" || "));
  }

  /** The test without brackets around all of it. */
  public String bareTest(RankSet set) {
    return bare(test(set));
  }

  /** The same ranks in few sections, whatever their order. */
  private static RankSet regular(RankSet set) {
    if (set.sections().size() == 1) {
      return set;
    }
    int[] sorted = set.toArray();
    Arrays.sort(sorted);
    return RankSet.ofSorted(sorted);
  }

  private String testFunction(RankSet set) {
    String name = "in_set_" + tests.size();
    List<String> parts = regular(set).sections().stream().map(this::test).toList();
    String head = "static int " + name + "(void) {";
    String line = head + " return " + bare(String.join(" || ", parts)) + "; }";
    functions.add(line.length() <= LINE ? line : head + filled("\n  return ", parts) + ";\n}");
    return name + "()";
  }

  /** As many tests in a line as fit. */
  private static String filled(String head, List<String> parts) {
    StringBuilder text = new StringBuilder(head);
    int column = head.length() - 1;
    for (int i = 0; i < parts.size(); i++) {
      String part = (i == 0 ? "" : " || ") + parts.get(i);
      if (column + part.length() >= LINE) {
        text.append("\n     ");
        column = 5;
      }
      text.append(part);
      column += part.length();
    }
    return text.toString();
  }

  private String test(RankSet.Section section) {
    int first = section.start();
    if (section.size() == 1) {
      return "rank == " + first;
    } else if (dimensions(section) > 1) {
      return "(" + place(section) + " >= 0)";
    }
    int stride = stride(section);
    int last = first + (section.size() - 1) * stride;
    List<String> parts = new ArrayList<>();
    if (first > 0) {
      parts.add("rank >= " + first);
    }
    if (last < ranks - stride) {
      parts.add("rank <= " + last);
    }
    if (stride == 2 && first % 2 == 0) {
      parts.add("rank % 2 == 0");
    } else if (stride > 1) {
      parts.add((first == 0 ? "rank" : "(rank - " + first + ")") + " % " + stride + " == 0");
    }
    return parts.size() == 1 ? parts.get(0) : "(" + String.join(" && ", parts) + ")";
  }

  /** An expression for the position of the rank among these, to which it belongs. */
  public String position(RankSet set) {
    if (set.size() == ranks) {
      return "rank";
    } else if (set.sections().size() == 1) {
      return position(set.sections().get(0));
    }
    return positions.computeIfAbsent(set, this::positionFunction);
  }

  private String positionFunction(RankSet set) {
    String name = "position_" + positions.size();
    StringBuilder text = new StringBuilder("static long " + name + "(void) {\n");
    long before = 0;
    for (RankSet.Section section : set.sections()) {
      text.append("  if (")
          .append(bare(test(section)))
          .append(") {\n    return ")
          .append(before == 0 ? "" : before + " + ")
          .append(position(section))
          .append(";\n  }\n");
      before += section.size();
    }
    functions.add(text.append("  return 0;\n}").toString());
    return name + "()";
  }

  private static String position(RankSet.Section section) {
    if (section.size() == 1) {
      return "0";
    } else if (dimensions(section) > 1) {
      return place(section);
    }
    String distance = section.start() == 0 ? "rank" : "(rank - " + section.start() + ")";
    return stride(section) == 1 ? distance : distance + " / " + stride(section);
  }

  /** A call that gives the position in a section of several dimensions, -1 outside. */
  private static String place(RankSet.Section section) {
    StringBuilder text = new StringBuilder("place(" + section.start() + ", ");
    text.append(section.counts().length).append(", (const long[]){");
    for (int d = 0; d < section.counts().length; d++) {
      text.append(d == 0 ? "" : ", ")
          .append(section.counts()[d])
          .append(", ")
          .append(section.strides()[d]);
    }
    return text.append("})").toString();
  }

  /** An expression that is true where a test is not. */
  public static String not(String test) {
    String bare = bare(test);
    Matcher comparison = COMPARISON.matcher(bare);
    return comparison.matches()
        ? comparison.group(1) + OPPOSITE.get(comparison.group(2)) + comparison.group(3)
        : "!(" + bare + ")";
  }

  /** Without the brackets around all of it. */
  public static String bare(String test) {
    boolean isWrapped = test.startsWith("(") && test.endsWith(")");
    int depth = 0;
    for (int i = 0; isWrapped && i < test.length() - 1; i++) {
      depth += test.charAt(i) == '(' ? 1 : test.charAt(i) == ')' ? -1 : 0;
      isWrapped = depth > 0;
    }
    return isWrapped ? test.substring(1, test.length() - 1) : test;
  }

  private static int dimensions(RankSet.Section section) {
    int dimensions = 0;
    for (int count : section.counts()) {
      dimensions += count > 1 ? 1 : 0;
    }
    return dimensions;
  }

  private static int stride(RankSet.Section section) {
    for (int d = 0; d < section.counts().length; d++) {
      if (section.counts()[d] > 1) {
        return section.strides()[d];
      }
    }
    return 1;
  }

  /** Functions that the tests call. */
  public List<String> functions() {
    return functions;
  }
}
