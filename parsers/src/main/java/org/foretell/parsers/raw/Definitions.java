package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** What the records of a raw file refer to. */
final class Definitions {
  private static final int FUNCTION = 1;
  private static final int CALL_SITE = 2;
  private static final int MODULE = 3;
  private static final int NAME = 4;
  private static final int NOTE = 5;
  private static final int SEGMENT = 6;
  private static final int SHAPE = 7;
  private static final int PLACE = 8;
  private static final int SITE_OF_PLACES = 9;
  private static final int MOST_FUNCTION = 1 << 20;

  private final Int2ObjectMap<RawFunction> functions = new Int2ObjectOpenHashMap<>();
  private final List<List<CallFrame>> callSites = new ArrayList<>();
  private final List<SourcePlace> places = new ArrayList<>();
  private final List<CodeModule> modules = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Long> segments = new ArrayList<>();
  private final List<RawShape> shapes = new ArrayList<>();

  /** None. */
  static final Definitions NONE = new Definitions();

  private Definitions() {}

  /**
   * Reads the definitions of a file.
   *
   * @param in their stream, from its beginning
   * @throws TraceException if they are damaged, or name an op that is unknown
   */
  static Definitions of(RawStream in) {
    Definitions definitions = new Definitions();
    try {
      while (in.hasNext()) {
        definitions.read(in);
      }
    } catch (RawStream.CutOff cut) {
      // What is cut off was defined last, and nothing that is whole refers to it.
      return definitions;
    }
    return definitions;
  }

  private void read(RawStream in) {
    int kind = (int) in.varint(SITE_OF_PLACES, "a kind of definition");
    switch (kind) {
      case FUNCTION -> {
        int id = (int) in.varint(MOST_FUNCTION, "the number of a function");
        functions.put(id, function(in));
      }
      case CALL_SITE -> {
        next(in, callSites.size(), "call site");
        int depth = in.count("a number of frames");
        List<CallFrame> frames = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
          int module = (int) in.varint(modules.size(), "the number of a module");
          frames.add(new CodePlace(module == 0 ? null : modules.get(module - 1), in.varint()));
        }
        callSites.add(frames);
      }
      case MODULE -> {
        next(in, modules.size(), "module");
        modules.add(new CodeModule(in.text(), in.text()));
      }
      case NAME -> {
        next(in, names.size(), "name");
        names.add(in.text());
      }
      case NOTE -> notes.add(in.text());
      case SEGMENT -> {
        next(in, segments.size(), "segment");
        long module = in.signed();
        if (module < -1 || module >= modules.size()) {
          throw in.damaged("the number of a module", String.valueOf(module));
        }
        segments.add(module);
        in.varint();
      }
      case SHAPE -> {
        next(in, shapes.size() + 1, "shape");
        shapes.add(RawShape.of(in));
      }
      case PLACE -> {
        next(in, places.size(), "place");
        places.add(new SourcePlace(in.text(), in.text(), in.varint()));
      }
      case SITE_OF_PLACES -> {
        next(in, callSites.size(), "call site");
        int depth = in.count("a number of frames");
        List<CallFrame> frames = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
          frames.add(place(in));
        }
        callSites.add(frames);
      }
      default -> throw in.damaged("a kind of definition of 1 to 9", String.valueOf(kind));
    }
  }

  private SourcePlace place(RawStream in) {
    long number = in.varint();
    if (number < 0 || number >= places.size()) {
      throw in.damaged("the number of a place", Long.toUnsignedString(number));
    }
    return places.get((int) number);
  }

  private static void next(RawStream in, int expected, String what) {
    long id = in.varint();
    if (id != expected) {
      throw in.damaged(what + " " + expected, Long.toUnsignedString(id));
    }
  }

  private static RawFunction function(RawStream in) {
    String name = in.text();
    String op = in.text();
    OpCode code = op(op);
    if (code == null && !op.isEmpty()) {
      throw in.damaged("the name of an op for " + name, "\"" + op + "\"");
    }
    int count = in.count("a number of fields");
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(in.text());
    }
    return RawFunction.of(name, code, fields);
  }

  private static @Nullable OpCode op(String name) {
    for (OpCode code : OpCode.values()) {
      if (code.name().toLowerCase(Locale.ROOT).equals(name)) {
        return code;
      }
    }
    return null;
  }

  /** The function of a call, null if there is none of this number. */
  @Nullable RawFunction function(long id) {
    return id > MOST_FUNCTION ? null : functions.get((int) id);
  }

  Iterable<RawFunction> functions() {
    return functions.values();
  }

  int callSites() {
    return callSites.size();
  }

  /** The frames of a call site, innermost first. */
  List<CallFrame> frames(int callSite) {
    return callSites.get(callSite);
  }

  List<String> names() {
    return names;
  }

  List<String> notes() {
    return notes;
  }

  int shapes() {
    return shapes.size();
  }

  /** The shape of a number of 1 and above, null if there is none. */
  @Nullable RawShape shape(long number) {
    return number < 1 || number > shapes.size() ? null : shapes.get((int) number - 1);
  }

  /** What a segment is, the same in all ranks: the path of a module, empty for the heap. */
  @Nullable String segment(long id) {
    if (id < 0 || id >= segments.size()) {
      return null;
    }
    long module = segments.get((int) id);
    return module < 0 ? "" : modules.get((int) module).path();
  }
}
