package org.foretell.machines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.foretell.machines.JsonValue.Member;

/**
 * Collects what is wrong in one file. No more than {@value #MOST} findings are kept: a file that is
 * wrong in so many places is no machine file, and may be made to fill the memory.
 */
final class Findings {
  static final int MOST = 200;

  private final String file;
  private final List<Finding> findings = new ArrayList<>();

  Findings(String file) {
    this.file = file;
  }

  void wrong(JsonValue value, String allowed) {
    wrong(value, value.shown(), allowed);
  }

  void wrong(JsonValue value, String found, String allowed) {
    add(value.path(), value.line(), value.column(), found, allowed);
  }

  void missing(JsonValue object, String name, String allowed) {
    add(object.path() + "." + name, object.line(), object.column(), "nothing", allowed);
  }

  /** A name that nothing asks for. */
  void unknownName(Member member, String name, Collection<String> known) {
    if (findings.size() == MOST) {
      return;
    }
    add(
        member.path(),
        member.line(),
        member.column(),
        "the unknown name " + Shown.quoted(name),
        Shown.choice(name, known));
  }

  void add(String path, int line, int column, String found, String allowed) {
    if (findings.size() < MOST) {
      findings.add(new Finding(file, path, line, column, found, allowed));
    }
  }

  int count() {
    return findings.size();
  }

  /**
   * Does nothing if nothing is wrong.
   *
   * @throws MachineFileException with all that was found, in the order of the file
   */
  void throwIfAny() {
    if (!findings.isEmpty()) {
      throw exception();
    }
  }

  MachineFileException exception() {
    findings.sort(Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column));
    return new MachineFileException(file, findings);
  }
}
