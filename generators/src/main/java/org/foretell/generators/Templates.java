package org.foretell.generators;

import freemarker.cache.URLTemplateLoader;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the templates of programs. */
public final class Templates {
  private Templates() {}

  /**
   * Fills a template; a missing value is an internal error.
   *
   * @param beside the class whose package contains the template
   * @param template its name
   * @param model values by name
   * @return the text
   */
  public static String fill(Class<?> beside, String template, Map<String, Object> model) {
    Configuration templates = new Configuration(Configuration.VERSION_2_3_34);
    templates.setTemplateLoader(new Beside(beside));
    templates.setLocalizedLookup(false);
    templates.setDefaultEncoding("UTF-8");
    templates.setLocale(Locale.ROOT);
    templates.setNumberFormat("computer");
    templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    templates.setLogTemplateExceptions(false);
    StringWriter text = new StringWriter();
    try {
      templates.getTemplate(template).process(model, text);
    } catch (IOException | TemplateException e) {
      throw new IllegalStateException(template, e);
    }
    return text.toString();
  }

  /** Templates are resources of this module, which only its own classes may ask for. */
  private static final class Beside extends URLTemplateLoader {
    private final Class<?> beside;

    Beside(Class<?> beside) {
      this.beside = beside;
    }

    @Override
    protected @Nullable URL getURL(String name) {
      return beside.getResource(name);
    }
  }
}
