package org.foretell.report;

/** What takes energy while a program runs. */
public enum EnergyUse {
  /** Cores in bursts. */
  CORES_BUSY("cores computing"),
  /** Cores whose ranks are in communication calls. */
  CORES_WAITING("cores in communication calls"),
  /** Cores without a rank, or whose rank has ended. */
  CORES_IDLE("idle cores"),
  /** All of nodes but their cores and interfaces. */
  NODES("memory, boards, losses"),
  /** Network interfaces. */
  INTERFACES("network interfaces"),
  /** Switches, as far as the nodes in use account for them. */
  SWITCHES("switches");

  private final String words;

  EnergyUse(String words) {
    this.words = words;
  }

  /** {@return for people} */
  public String words() {
    return words;
  }
}
