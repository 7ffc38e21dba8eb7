package org.foretell.parsers.lowering;

/** A way to do a collective with messages. Stateless. */
@FunctionalInterface
interface Algorithm {
  /**
   * Adds the tasks of a member.
   *
   * @param call of at least two members
   * @param tasks gets them
   */
  void add(CollectiveCall call, MemberTasks tasks);
}
