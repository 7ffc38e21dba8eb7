package org.foretell.machines.file;

import java.util.List;
import org.foretell.failure.ForetellException;

/**
 * A machine file is not usable. The message is complete for a user and lists all errors, up to
 * {@value #SHOWN} findings; {@link #findings()} has the same for programs.
 */
public final class MachineFileException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /** Maximum number of findings in the message. */
  public static final int SHOWN = 50;

  /** Maximum number of findings kept for a file. */
  public static final int MOST_FINDINGS = 200;

  private final transient List<Finding> findings;

  /**
   * Creates an exception that lists the findings.
   *
   * @param file name of the file
   * @param findings at least one
   */
  public MachineFileException(String file, List<Finding> findings) {
    super(Kind.INPUT, message(file, findings));
    this.findings = List.copyOf(findings);
  }

  /**
   * {@return the errors, in the order of the file; incomplete if there are more than {@value
   * #MOST_FINDINGS}}
   */
  public List<Finding> findings() {
    return findings;
  }

  private static String message(String file, List<Finding> findings) {
    StringBuilder message = new StringBuilder("machine file ").append(file);
    if (findings.size() == 1) {
      return message.append(": ").append(findings.get(0)).toString();
    }
    String count = findings.size() == MOST_FINDINGS ? "at least " : "";
    message.append(" has ").append(count).append(findings.size()).append(" mistakes:");
    findings.stream().limit(SHOWN).forEach(finding -> message.append("\n  ").append(finding));
    if (findings.size() > SHOWN) {
      message.append("\n  and ").append(findings.size() - SHOWN).append(" more");
    }
    return message.toString();
  }
}
