package org.foretell.study.build;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What makes runs of a program differ. */
public final class NoiseBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private NoiseBuilder() {}

  /** {@return no noise so far} */
  public static NoiseBuilder noise() {
    return new NoiseBuilder();
  }

  /**
   * Multiplies each burst by a random factor.
   *
   * @param factor as {@code --compute-noise} takes it, {@code "lognormal:5%"}
   * @return this
   */
  public NoiseBuilder compute(String factor) {
    members.put("compute", factor);
    return this;
  }

  /**
   * Delays each message between nodes by a random time.
   *
   * @param delay as {@code --network-noise} takes it, {@code "exponential:2us"}
   * @return this
   */
  public NoiseBuilder network(String delay) {
    members.put("network", delay);
    return this;
  }

  /**
   * Interrupts cores as recorded.
   *
   * @param file as {@code --noise-trace} takes it
   * @param together whether all cores are interrupted at the same times
   * @return this
   */
  public NoiseBuilder trace(Path file, boolean together) {
    members.put("trace", file.toString());
    members.put("together", together);
    return this;
  }

  /**
   * Sets how many noisy replays each program on each offer has.
   *
   * @param count 1 to 1,000
   * @return this
   */
  public NoiseBuilder replays(int count) {
    members.put("replays", count);
    return this;
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }
}
