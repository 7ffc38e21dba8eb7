package org.foretell.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The colours of charts on a light or a dark ground, as RGB. They are Okabe and Ito's, and as close
 * to these as it takes that people with any colour vision tell them apart, and that all are seen on
 * their ground; a test measures both. Pictures are light.
 *
 * @param activities computing, communicating, waiting, done
 * @param kinds of legs of the critical path
 * @param classes of messages
 * @param likely beside the colour of computing: what may be so
 * @param loads from none to the highest
 * @param bytes from few to many
 */
record Palette(
    List<Integer> activities,
    Map<String, Integer> kinds,
    Map<String, Integer> classes,
    int likely,
    List<Integer> loads,
    List<Integer> bytes) {
  private static final List<String> KINDS =
      List.of(
          "computation",
          "overhead",
          "latency",
          "bandwidth",
          "protocol",
          "cpu_queue",
          "interface_queue",
          "link_queue",
          "bus_queue",
          "collective",
          "file",
          "other");

  /** Those of one chart; other charts have others, of the same colours. */
  private static final List<String> CLASSES =
      List.of(
          "normal",
          "late send",
          "late receive",
          "late send post",
          "late send wait",
          "late receive post",
          "late receive wait");

  static final Palette LIGHT =
      new Palette(
          List.of(0x0572b1, 0x0a9e70, 0xbd8406, 0x8b8f93),
          named(
              KINDS, 0x036fb9, 0xc62a85, 0xc58010, 0x009b6e, 0x9c8f4e, 0x8c4f02, 0xc05913, 0x96723e,
              0x7877a7, 0x3897ce, 0x636466, 0x8d8f92),
          classes(0x908e8b, 0x1472ae, 0xc97e02, 0x1295e3, 0x179565, 0xba5200, 0xba79a6),
          0x3897ce,
          List.of(0xdeebf7, 0x9ecae1, 0x4292c6, 0x08519c, 0x08306b),
          List.of(0xcde7f7, 0x7fc0e6, 0x2f8cc4, 0x0b5b94, 0x08304f));

  static final Palette DARK =
      new Palette(
          List.of(0x0872b0, 0x119e72, 0xe69f0a, 0x9c9d9f),
          named(
              KINDS, 0x1e71a7, 0xde9fc6, 0xe6a637, 0x209e72, 0xefe42b, 0x89653c, 0xdf6a0b, 0xa85f04,
              0x7476d2, 0x52b1e9, 0x6c6c6e, 0xaba9a8),
          classes(0x979798, 0x1172b1, 0xe59f04, 0x57b5eb, 0x069e73, 0xd55d00, 0xcb7ab4),
          0x56b4e9,
          List.of(0x16324a, 0x1f5f8f, 0x3f97cf, 0x9fd0f0, 0xf2f9ff),
          List.of(0x08304f, 0x0b5b94, 0x2f8cc4, 0x7fc0e6, 0xcde7f7));

  private static Map<String, Integer> named(List<String> names, int... colours) {
    Map<String, Integer> named = new LinkedHashMap<>();
    for (int i = 0; i < colours.length; i++) {
      named.put(names.get(i), colours[i]);
    }
    return named;
  }

  private static Map<String, Integer> classes(int... colours) {
    Map<String, Integer> classes = named(CLASSES, colours);
    classes.put("late put", colours[1]);
    classes.put("late arrival", colours[2]);
    classes.put("late wait", colours[2]);
    return classes;
  }

  int computing() {
    return activities.get(0);
  }

  int waiting() {
    return activities.get(2);
  }

  /** Of a kind of legs; that of others if it has none. */
  int ofKind(String kind) {
    return kinds.getOrDefault(kind, kinds.getOrDefault("other", 0));
  }

  /** Of a class of messages; that of normal ones if it has none. */
  int ofClass(String label) {
    return classes.getOrDefault(label, classes.getOrDefault("normal", 0));
  }

  /** For the script, by theme. */
  static Map<String, Object> ofThemes() {
    Map<String, Object> themes = new LinkedHashMap<>();
    themes.put("light", LIGHT.charted());
    themes.put("dark", DARK.charted());
    return themes;
  }

  private Map<String, Object> charted() {
    Map<String, Object> charted = new LinkedHashMap<>();
    charted.put("activities", hex(activities));
    charted.put("kinds", hex(kinds));
    charted.put("classes", hex(classes));
    charted.put("likely", hex(likely));
    charted.put("loads", hex(loads));
    charted.put("bytes", hex(bytes));
    return charted;
  }

  private static List<String> hex(List<Integer> colours) {
    return colours.stream().map(Palette::hex).toList();
  }

  private static Map<String, String> hex(Map<String, Integer> colours) {
    Map<String, String> hex = new LinkedHashMap<>();
    colours.forEach((name, colour) -> hex.put(name, hex(colour)));
    return hex;
  }

  private static String hex(int colour) {
    return String.format("#%06x", colour);
  }
}
