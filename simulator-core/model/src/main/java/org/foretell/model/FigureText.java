package org.foretell.model;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats figures for reports. */
public final class FigureText {
  private FigureText() {}

  /**
   * {@return the values of figures by name, in their order}
   *
   * @param figures of a model
   */
  public static Map<String, String> of(Collection<Figure> figures) {
    Map<String, String> texts = new LinkedHashMap<>();
    figures.forEach(figure -> texts.put(figure.name(), of(figure)));
    return texts;
  }

  /**
   * {@return the values of the parameters of a model, by name}
   *
   * @param provider of the model
   * @param context machine, placement and the user's parameters
   */
  public static Map<String, String> of(ModelProvider provider, ModelContext context) {
    return of(provider.effective(context));
  }

  /**
   * {@return a value as a user would write it, followed by its origin in parentheses unless the
   * user gave it, {@code "6.5us (machine)"}}
   *
   * @param figure any
   */
  public static String of(Figure figure) {
    return figure.text();
  }
}
