package org.foretell.parsers.scalatrace;

/** Keys of parameters, which files write in hexadecimal. */
final class Keys {
  static final int RECEIVE_COUNTS = 0x1;
  static final int DISPLACEMENTS = 0x2;
  static final int COUNTS = 0x3;
  static final int RANKS = 0xa;
  static final int REQUESTS = 0xc;
  static final int COMMUNICATOR = 0x10;
  static final int COUNT = 0x12;
  static final int DATATYPE = 0x14;
  static final int RECEIVE_COUNT = 0x15;
  static final int RECEIVE_TYPE = 0x16;
  static final int OPERATOR = 0x18;
  static final int ROOT = 0x19;
  static final int DESTINATION = 0x1a;
  static final int TAG = 0x1b;
  static final int REQUEST = 0x1c;
  static final int COLOR = 0x23;
  static final int KEY = 0x24;
  static final int SOURCE = 0x2b;
  static final int RECEIVE_TAG = 0x2d;
  static final int WORLD = 0x33;
  static final int NULL_REQUEST = 0x34;

  /** Types of statistics. */
  static final int TIME = 0x4b;

  static final int INSTRUCTIONS = 0x4c;

  private Keys() {}
}
