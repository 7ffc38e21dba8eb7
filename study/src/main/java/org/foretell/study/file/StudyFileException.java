package org.foretell.study.file;

import java.util.List;
import org.foretell.machines.file.Finding;

/** A study file that cannot be used. The message lists all that is wrong. */
public final class StudyFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 50;

  private final transient List<Finding> findings;

  /** A mistake in an offer that others extend is found once for each of them. */
  StudyFileException(String file, List<Finding> findings) {
    super(message(file, findings.stream().distinct().toList()));
    this.findings = findings.stream().distinct().toList();
  }

  /** {@return what is wrong, in the order of the file} */
  public List<Finding> findings() {
    return findings;
  }

  private static String message(String file, List<Finding> findings) {
    StringBuilder message = new StringBuilder("study file ").append(file);
    if (findings.size() == 1) {
      return message.append(": ").append(findings.get(0)).toString();
    }
    message.append(" has ").append(findings.size()).append(" mistakes:");
    findings.stream().limit(SHOWN).forEach(finding -> message.append("\n  ").append(finding));
    if (findings.size() > SHOWN) {
      message.append("\n  and ").append(findings.size() - SHOWN).append(" more");
    }
    return message.toString();
  }
}
