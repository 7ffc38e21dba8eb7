package org.foretell.generators.shmembench;

import java.util.Map;

/**
 * A routine of OpenSHMEM that a benchmark calls.
 *
 * @param of the class of tests that calls it
 * @param kind how it is called and checked
 * @param op what a trace calls it
 * @param name of the routine
 * @param type of its elements
 */
record Routine(TestClass of, String kind, String op, String name, Type type) {
  /**
   * A type of elements.
   *
   * @param name as names of routines say it
   * @param bytes size of an element, an expression of the language
   * @param declaration in the language
   */
  record Type(String name, String bytes, String declaration) {}

  /** What the templates say of it. */
  Map<String, Object> described() {
    return Map.of(
        "testClass", of.number(),
        "kind", kind,
        "name", name,
        "function", name.replaceFirst("^shmem_", ""),
        "type", type.name(),
        "declaration", type.declaration(),
        "bytes", type.bytes(),
        "combined", combined());
  }

  /**
   * What two values become: an expression of C, of {@code expected} and 1 for a reduction, of 5 and
   * 3 for an atomic operation.
   */
  private String combined() {
    boolean reduction = of == TestClass.COLLECTIVE;
    return switch (kind) {
      case "and" -> reduction ? "expected & 1" : "5 & 3";
      case "or" -> reduction ? "expected | 1" : "5 | 3";
      case "xor" -> reduction ? "expected ^ 1" : "REPETITIONS % 2 ? 5 ^ 3 : 5";
      case "sum" -> "expected + 1";
      case "prod" -> "expected * 1";
      case "min" -> "1";
      case "max" -> "3";
      default -> "";
    };
  }
}
