package org.foretell.model;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What reports say of figures: the one place in which figures become words. */
public final class FigureText {
  private FigureText() {}

  /**
   * {@return the values of figures by name, in their order}
   *
   * @param figures those of a model
   */
  public static Map<String, String> of(Collection<Figure> figures) {
    Map<String, String> texts = new LinkedHashMap<>();
    figures.forEach(figure -> texts.put(figure.name(), of(figure)));
    return texts;
  }

  /**
   * {@return the values that the parameters of a model have, by name}
   *
   * @param provider of the model
   * @param context machine, placement and what the user gave
   */
  public static Map<String, String> of(ModelProvider provider, ModelContext context) {
    return of(provider.effective(context));
  }

  /**
   * {@return a value as it would be written, followed by where it comes from in parentheses unless
   * the user gave it, {@code "6.5us (machine)"}}
   *
   * @param figure any
   */
  public static String of(Figure figure) {
    return figure.text();
  }
}
