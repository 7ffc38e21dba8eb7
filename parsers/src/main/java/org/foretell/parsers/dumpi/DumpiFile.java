package org.foretell.parsers.dumpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.TraceException;

/**
 * One open file of a rank: its header and its tables, which its last bytes locate, and its records.
 */
final class DumpiFile implements AutoCloseable {
  /** The first eight bytes of a file, and of the index at its end. */
  static final long MAGIC = 0xffaadd44_554d5049L;

  private static final long FOOTER_MAGIC = 0xf007fee7L;
  private static final int MOST_NAMES = 1 << 20;
  private static final String CUT =
      "the file was cut, or its program ended without MPI_Finalize; copy it again, or trace again";

  private final DumpiInput in;
  private final long sizes;
  private final long addresses;
  private final long header;
  private final long body;
  private final long footer;
  private final Version version;
  private final String host;

  /**
   * A function of the traced program.
   *
   * @param address where it stands
   * @param name of it, {@code <none>} if it has none
   */
  record Function(long address, String name) {}

  private DumpiFile(DumpiInput in) {
    this.in = in;
    in.seek(0, "beginning");
    if (in.size() < Long.BYTES || in.i64() != MAGIC) {
      throw in.damaged(0, "a DUMPI file (ff aa dd 'DUMPI')", "something else");
    }
    int words = indexWords();
    sizes = words == 8 ? offset("datatype sizes") : 0;
    addresses = words >= 7 ? offset("function addresses") : 0;
    if (words >= 6) {
      offset("names of counters");
    }
    header = offset("header");
    body = offset("body");
    footer = offset("footer");
    if (body == 0 || header == 0) {
      throw in.damaged("an index that locates body and header", "one that does not");
    }
    in.seek(header, "header");
    version = new Version(in.u8(), in.u8(), in.u8());
    in.i64();
    host = in.text();
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws TraceException if it cannot be opened or is damaged
   */
  static DumpiFile open(Path path) {
    DumpiInput in = new DumpiInput(path);
    try {
      return new DumpiFile(in);
    } catch (TraceException damaged) {
      in.close();
      throw damaged;
    }
  }

  /** The number of words of the index, after whose first it then stands: 8, in old files 5 to 7. */
  private int indexWords() {
    for (int words = 8; words >= 5; words--) {
      long at = in.size() - (long) words * Long.BYTES;
      if (at >= Long.BYTES) {
        in.seek(at, "index");
        if (in.i64() == MAGIC) {
          return words;
        }
      }
    }
    throw in.damaged(
        in.size(), "an index in the last 64 bytes (ff aa dd 'DUMPI')", "no index", CUT);
  }

  private long offset(String what) {
    long at = in.position();
    long offset = in.i64();
    if (offset < 0 || offset >= in.size()) {
      throw in.damaged(
          at, "the place of the " + what + " within " + in.size() + " bytes", "" + offset);
    }
    return offset;
  }

  @Override
  public void close() {
    in.close();
  }

  Path path() {
    return in.path();
  }

  long bytes() {
    return in.size();
  }

  Version version() {
    return version;
  }

  /** The node on which the rank ran, empty if it is not known. */
  String host() {
    return host;
  }

  /** Bytes of each datatype by its number; none in files of old versions. */
  int[] datatypeSizes() {
    if (sizes == 0) {
      return new int[0];
    }
    in.seek(sizes, "datatype sizes");
    int[] result = new int[in.count("a table", Integer.BYTES)];
    for (int i = 0; i < result.length; i++) {
      long at = in.position();
      result[i] = in.i32();
      if (result[i] < 0) {
        throw in.damaged(at, "the size of datatype " + i + ", at least 0", "" + result[i]);
      }
    }
    return result;
  }

  /** The functions whose calls were traced. */
  List<Function> functions() {
    if (addresses == 0) {
      return List.of();
    }
    in.seek(addresses, "function addresses");
    int count = in.count("a table", Long.BYTES + Short.BYTES);
    List<Function> functions = new ArrayList<>();
    for (int i = 0; i < Math.min(count, MOST_NAMES); i++) {
      functions.add(new Function(in.i64(), in.text()));
    }
    return functions;
  }

  /** How often the rank called a function, by the file's own count; 0 if it has none. */
  long calls(CallLayout call) {
    if (footer == 0) {
      return 0;
    }
    in.seek(footer, "footer");
    long magic = in.i64();
    if (magic != FOOTER_MAGIC) {
      throw in.damaged(footer, "the beginning of the footer, f007fee7", Long.toHexString(magic));
    }
    in.skip((long) call.id() * Integer.BYTES);
    return in.i32() & 0xffff_ffffL;
  }

  /** The records from the first on. */
  RecordReader records() {
    return new RecordReader(in, version, body);
  }

  /** The message of a record that says what it cannot. */
  TraceException damaged(DumpiRecord record, String expected, String found) {
    return in.damaged(record.position, expected, found);
  }

  /** The message of a record that cannot be replayed. */
  TraceException refused(DumpiRecord record, String expected, String found, String advice) {
    in.part(record.call.name());
    return in.damaged(record.position, expected, found, advice);
  }
}
