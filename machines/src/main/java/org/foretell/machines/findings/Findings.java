package org.foretell.machines.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.JsonValue.Member;

/**
 * Collects what is wrong in one file. No more than {@value #MOST} findings are kept: a file that is
 * wrong in so many places is no machine file, and may be made to fill the memory.
 */
public final class Findings {
  static final int MOST = MachineFileException.MOST_FINDINGS;

  private static final String QUOTED = " in quotes";

  private final String file;
  private final boolean isSet;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, String> hints = new HashMap<>();

  public Findings(String file) {
    this(file, false);
  }

  private Findings(String file, boolean isSet) {
    this.file = file;
    this.isSet = isSet;
  }

  /** What is wrong in a file some of whose values were set outside, where they need no quotes. */
  public static Findings asSet(String file) {
    return new Findings(file + ", as set", true);
  }

  public void wrong(JsonValue value, String allowed) {
    wrong(value, value.shown(), allowed);
  }

  public void wrong(JsonValue value, String found, String allowed) {
    add(value.path(), value.line(), value.column(), found, allowed);
  }

  public void missing(JsonValue object, String name, String allowed) {
    add(object.path() + "." + name, object.line(), object.column(), "nothing", allowed);
  }

  /** A name that nothing asks for. */
  public void unknownName(Member member, String name, Collection<String> known) {
    if (findings.size() == MOST) {
      return;
    }
    add(
        member.path(),
        member.line(),
        member.column(),
        "the unknown name " + Shown.quoted(name),
        Shown.choice(name, known) + hints.getOrDefault(member.path(), ""));
  }

  /**
   * Adds a hint to the error for an unknown name.
   *
   * @param path of the member with that name
   */
  public void hint(String path, String text) {
    hints.put(path, text);
  }

  public void add(String path, int line, int column, String found, String allowed) {
    if (findings.size() < MOST) {
      String how = isSet ? allowed.replace(QUOTED, "") : allowed;
      findings.add(new Finding(file, path, line, column, found, how));
    }
  }

  public int count() {
    return findings.size();
  }

  /**
   * Does nothing if nothing is wrong.
   *
   * @throws MachineFileException with all that was found, in the order of the file
   */
  public void throwIfAny() {
    if (!findings.isEmpty()) {
      throw exception();
    }
  }

  public MachineFileException exception() {
    findings.sort(Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column));
    return new MachineFileException(file, findings);
  }
}
