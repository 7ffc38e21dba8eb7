package org.foretell.models.buslink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.model.ParameterException;
import org.foretell.models.parameters.Parameter;

/**
 * The two halves of a collective as text: {@code logarithmic}, or {@code linear:max/none} when they
 * differ.
 */
final class FansText {
  static final String ALLOWED =
      Parameter.written(List.of(FanModel.values()))
          + "; with a size "
          + Parameter.written(List.of(FanSize.values()))
          + " as in linear:max; two of these with a slash where the halves differ";

  private FansText() {}

  static Fans parse(String text) {
    List<Fan> fans = new ArrayList<>();
    for (String half : text.strip().split("/", -1)) {
      fans.add(fan(text, half.strip()));
    }
    if (fans.size() > 2) {
      throw wrong(text);
    }
    return new Fans(fans.get(0), fans.get(fans.size() - 1));
  }

  private static Fan fan(String text, String half) {
    int colon = half.indexOf(':');
    String model = colon < 0 ? half : half.substring(0, colon);
    FanSize size =
        colon < 0 ? FanSize.OWN : named(text, half.substring(colon + 1), FanSize.values());
    return new Fan(named(text, model, FanModel.values()), size);
  }

  private static <E extends Enum<E>> E named(String text, String word, E[] constants) {
    return Arrays.stream(constants)
        .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(word.strip()))
        .findFirst()
        .orElseThrow(() -> wrong(text));
  }

  private static ParameterException wrong(String text) {
    return new ParameterException("\"" + text + "\" is none of " + ALLOWED);
  }

  static String write(Fans fans) {
    return fans.in().equals(fans.out())
        ? write(fans.in())
        : write(fans.in()) + "/" + write(fans.out());
  }

  private static String write(Fan fan) {
    String model = Parameter.written(fan.model());
    return fan.size() == FanSize.OWN ? model : model + ":" + Parameter.written(fan.size());
  }
}
