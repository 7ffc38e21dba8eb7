package org.foretell.parsers.dumpi;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of calls that mean something to the conversion; the others are only passed over.
 */
enum Argument {
  COUNT,
  DATATYPE,
  DEST,
  SOURCE,
  TAG,
  COMM,
  REQUEST,
  REQUESTS,
  STATUS,
  STATUSES,
  FLAG,
  INDEX,
  INDICES,
  OUTCOUNT,
  SENDCOUNT,
  SENDTYPE,
  SENDTAG,
  SENDCOUNTS,
  SENDTYPES,
  RECVCOUNT,
  RECVTYPE,
  RECVTAG,
  RECVCOUNTS,
  RECVTYPES,
  ROOT,
  OP,
  COMMUTE,
  COMMRANK,
  OLDCOMMRANK,
  OLDCOMM,
  NEWCOMM,
  COLOR,
  KEY,
  GROUP,
  GROUP1,
  GROUP2,
  NEWGROUP,
  RANKS,
  RANGES,
  SIZE,
  RANK,
  DIMS,
  PERIODS,
  COORDS,
  REORDER,
  REMAIN_DIMS,
  NODES,
  OLDTYPE,
  OLDTYPES,
  NEWTYPE,
  LENGTHS,
  BLOCKLENGTH,
  BLOCKLENGTHS,
  SUBSIZES,
  GSIZES,
  PSIZES,
  ORIGINCOUNT,
  ORIGINTYPE,
  TARGETRANK,
  WINRANK,
  LOCKTYPE,
  WIN,
  FILE,
  OFFSET,
  HOSTTYPE,
  FN;

  private static final Map<String, Argument> BY_NAME = new HashMap<>();

  static {
    for (Argument argument : values()) {
      BY_NAME.put(argument.name().toLowerCase(Locale.ROOT), argument);
    }
  }

  /** The argument of a name in the table of calls, null if it is one to pass over. */
  static @Nullable Argument named(String name) {
    return BY_NAME.get(name);
  }
}
