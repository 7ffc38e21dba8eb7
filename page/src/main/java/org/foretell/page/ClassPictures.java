package org.foretell.page;

import java.awt.Color;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.page.PlotFrame.Axis;
import org.foretell.page.PlotFrame.Meaning;
import tools.jackson.databind.JsonNode;

/** Message classes by the places in the program that they go between, as pictures. */
final class ClassPictures {
  private ClassPictures() {}

  /** {@return the names that pictures may have, one for each kind of what is classified} */
  static List<String> names() {
    return List.of(name("message"), name("collective"), name("update"));
  }

  private static String name(String kind) {
    return "classes-" + kind;
  }

  /** Pictures by name, of the kinds that occur. */
  static Map<String, byte[]> of(JsonNode classes) {
    Map<String, byte[]> pictures = new LinkedHashMap<>();
    for (JsonNode kind : classes) {
      pictures.put(name(kind.required("kind").asString()), picture(kind));
    }
    return pictures;
  }

  private static byte[] picture(JsonNode kind) {
    List<String> labels = ChartParts.texts(kind.required("labels"));
    String unit = kind.required("unit").asString();
    List<String> rows = ChartParts.texts(kind.required("names"));
    JsonNode counts = kind.required("counts");
    double longest = 0;
    List<String> named = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      double sum = 0;
      for (String label : labels) {
        sum += counts.required(label).get(row).asDouble();
      }
      longest = Math.max(longest, sum);
      double confidence = kind.required("confidence").get(row).asDouble();
      named.add(String.format(Locale.ROOT, "%s  (confidence %.3f)", rows.get(row), confidence));
    }
    PlotFrame frame =
        new PlotFrame(
                "How many " + unit + " of each class, by place in the program",
                ChartParts.roomFor(rows.size()),
                Axis.of(unit, longest, value -> String.format(Locale.ROOT, "%,.0f", value)),
                Axis.of("", named),
                false)
            .legend(labels.stream().map(label -> new Meaning(label, colour(label))).toList());
    for (int row = 0; row < rows.size(); row++) {
      double from = 0;
      for (String label : labels) {
        double to = from + counts.required(label).get(row).asDouble();
        if (to > from) {
          frame.bar(from, to, row, colour(label));
        }
        from = to;
      }
    }
    return frame.png();
  }

  private static Color colour(String label) {
    return new Color(Palette.LIGHT.ofClass(label));
  }
}
