package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/**
 * Who adds an op is told where it matters. A switch over ops, or over families of ops, lists all of
 * them, or its {@code default} has a comment before it that says why it is right:
 *
 * <ul>
 *   <li>{@code // Of COMPLETION all are listed: ..}, and then they must be. It may name several
 *       families, and the groups below. The rest of the comment says why ops of other families do
 *       not matter, whatever ops they get.
 *   <li>{@code // Any other op ..} says why the default is right for an op that does not exist yet;
 *       mostly, because it fails.
 * </ul>
 */
class OpSwitchTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LISTED =
      Pattern.compile("Of ([A-Z_]+(?:(?:, | and )[A-Z_]+)*) all are listed: \\S.*\\.");
  private static final Pattern ANY_OTHER = Pattern.compile("Any other op\\b.{10,}\\.");

  private static final Set<String> OPS = names(Stream.of(OpCode.values()));
  private static final Set<String> FAMILIES = names(Stream.of(OpCode.Family.values()));

  /** Switches over other enums, whose constants have names of ops: what is switched over. */
  private static final Map<String, Set<String>> NOT_OVER_OPS =
      Map.of(
          "Collective", Set.of("(this)"),
          "PlainCollectives", Set.of("(Collective.of(call.code()))"),
          "LogGopsCollectives", Set.of("(collective)"),
          "DimCollective", Set.of("(this)"),
          "Handles", Set.of("(call)"),
          "OpConverter", Set.of("(rsd.call())"),
          "CollectiveLine", Set.of("(action.shape())"));

  @Test
  void noSwitchForgetsAnOp() throws IOException {
    Switches all = new Switches();
    for (Path source : mainSources()) {
      String text = Files.readString(source);
      if (text.contains("switch (")) {
        all.read(source.getFileName().toString(), text);
      }
    }
    assertThat(all.overOps).as("switches over ops that were found").isGreaterThan(80);
    assertThat(all.overFamilies).as("switches over families that were found").isGreaterThan(12);
    assertThat(all.wrong).isEmpty();
  }

  @Test
  void aDefaultWithoutReasonIsFound() throws IOException {
    assertThat(findings("case WAIT -> 1; default -> 0;")).hasSize(1);
    assertThat(findings("case WAIT -> 1;\n// because\ndefault -> 0;")).hasSize(1);
    assertThat(findings("case WAIT -> 1;\n// Any other op fails, and soon.\ndefault -> 0;"))
        .isEmpty();
  }

  @Test
  void aMissingOpOfAFamilyIsFound() throws IOException {
    String listed = "\n// Of COMPUTE all are listed: no other op takes time.\ndefault -> 0;";
    assertThat(findings("case COMPUTE -> 1;" + listed))
        .singleElement()
        .asString()
        .contains("ELAPSE");
    assertThat(findings("case COMPUTE, ELAPSE -> 1;" + listed)).isEmpty();
  }

  @Test
  void aSwitchThatListsNotAllIsFound() throws IOException {
    assertThat(findings("case COMPUTE, ELAPSE -> 1;")).singleElement().asString().contains("WAIT");
    assertThat(findings("case " + String.join(", ", OPS) + " -> 1;")).isEmpty();
  }

  private static List<String> findings(String cases) throws IOException {
    Switches one = new Switches();
    one.read("A.java", "class A { int a(OpCode c) { return switch (c) {\n" + cases + "\n}; } }");
    return one.wrong;
  }

  private static List<Path> mainSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> ROOT.relativize(path).toString().contains("src/main/java/"))
          .sorted()
          .toList();
    }
  }

  private static Set<String> names(Stream<? extends Enum<?>> constants) {
    return constants.map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> ops(Predicate<OpCode> which) {
    return names(Arrays.stream(OpCode.values()).filter(which));
  }

  /** The ops of a family, or of a group that many switches are over. */
  private static Set<String> group(String name) {
    return switch (name) {
      case "BLOCKING_COLLECTIVE" ->
          ops(op -> op.family() == OpCode.Family.COLLECTIVE && !op.isNonBlockingCollective());
      case "SHMEM_COLLECTIVE" -> ops(op -> op.family() == OpCode.Family.SHMEM && op.isCollective());
      case "SHMEM_UPDATE" -> ops(OpCode::isUpdate);
      default -> ops(op -> op.family() == OpCode.Family.valueOf(name));
    };
  }

  private static final class Switches {
    private final List<String> wrong = new ArrayList<>();
    private int overOps;
    private int overFamilies;

    void read(String file, String text) throws IOException {
      DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
      JavaFileObject source =
          new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
              return text;
            }
          };
      JavacTask task =
          (JavacTask)
              ToolProvider.getSystemJavaCompiler()
                  .getTask(null, null, problems, List.of(), null, List.of(source));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(this, file, text, unit, positions).scan(unit, null);
      }
      assertThat(problems.getDiagnostics()).isEmpty();
    }
  }

  private static final class Scanner extends TreeScanner<Void, Void> {
    private final Switches found;
    private final String file;
    private final String text;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Scanner(
        Switches found,
        String file,
        String text,
        CompilationUnitTree unit,
        SourcePositions positions) {
      this.found = found;
      this.file = file;
      this.text = text;
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void none) {
      look(tree, tree.getExpression(), tree.getCases());
      return super.visitSwitch(tree, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void none) {
      look(tree, tree.getExpression(), tree.getCases());
      return super.visitSwitchExpression(tree, null);
    }

    private void look(Tree tree, ExpressionTree over, List<? extends CaseTree> cases) {
      Set<String> labels = new TreeSet<>();
      Optional<CaseTree> other = Optional.empty();
      for (CaseTree one : cases) {
        if (one.getExpressions().isEmpty()) {
          other = Optional.of(one);
        }
        one.getExpressions().forEach(label -> labels.add(label.toString()));
      }
      String name = file.replace(".java", "");
      boolean isOverFamilies = FAMILIES.containsAll(labels) && over.toString().contains("family");
      boolean isOverOps = !isOverFamilies && OPS.containsAll(labels);
      if (labels.isEmpty()
          || !(isOverFamilies || isOverOps)
          || NOT_OVER_OPS.getOrDefault(name, Set.of()).contains(over.toString())) {
        return;
      }
      found.overOps += isOverOps ? 1 : 0;
      found.overFamilies += isOverFamilies ? 1 : 0;
      String place =
          file
              + ":"
              + unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree))
              + ": ";
      Set<String> all = new TreeSet<>(isOverOps ? OPS : FAMILIES);
      if (other.isEmpty()) {
        missing(place, all, labels);
        return;
      }
      String comment = comment(other.get());
      Matcher listed = LISTED.matcher(comment);
      if (listed.matches() && isOverOps) {
        for (String group : listed.group(1).split(", | and ", -1)) {
          missing(place + group + ": ", group(group), labels);
        }
      } else if (!ANY_OTHER.matcher(comment).matches()) {
        found.wrong.add(place + "a default that does not say why it is right: \"" + comment + '"');
      }
    }

    private void missing(String place, Set<String> wanted, Set<String> labels) {
      Set<String> missing = new TreeSet<>(wanted);
      missing.removeAll(labels);
      if (!missing.isEmpty()) {
        found.wrong.add(place + "does not list " + missing);
      }
    }

    /** The comment in the lines before a case, or at the end of its last one. */
    private String comment(CaseTree one) {
      int end = (int) positions.getEndPosition(unit, one);
      String after = text.substring(end).lines().findFirst().orElse("").strip();
      if (after.startsWith("// ")) {
        return after.substring(3);
      }
      List<String> lines = new ArrayList<>();
      List<String> before =
          text.substring(0, (int) positions.getStartPosition(unit, one)).lines().toList();
      for (int i = before.size() - 1; i >= 0; i--) {
        String line = before.get(i).strip();
        if (line.startsWith("// ")) {
          lines.add(0, line.substring(3));
        } else if (!line.isEmpty()) {
          break;
        }
      }
      return String.join(" ", lines);
    }
  }
}
