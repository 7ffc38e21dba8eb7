package org.foretell.parsers.paraver;

/** Types of calls as numbers from 0 on, in the order of Extrae's. */
final class CallType {
  static final int COLLECTIVE = ParaverEvents.COLLECTIVE - ParaverEvents.POINT_TO_POINT;
  static final int OTHER = ParaverEvents.OTHER - ParaverEvents.POINT_TO_POINT;
  static final int SHMEM = 5;
  static final int COUNT = 6;

  private CallType() {}
}
