package org.foretell.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import freemarker.cache.ClassTemplateLoader;
import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Fills a template, with the style, scripts and data that the page needs inside. */
final class PageTemplate {
  /** The version that the root {@code pom.xml} names; a test holds them together. */
  static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private static final String FOLDER = "org/foretell/page/";

  private PageTemplate() {}

  /**
   * Writes a page.
   *
   * @param template name of its file
   * @param model what it shows
   * @param data for its scripts
   * @param parts names of files of style ({@code .css}) and scripts, the first one first
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  static void write(
      String template,
      Map<String, Object> model,
      Map<String, Object> data,
      List<String> parts,
      Writer out)
      throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(model);
    StringBuilder style = new StringBuilder();
    StringBuilder script = new StringBuilder();
    for (String part : parts) {
      (part.endsWith(".css") ? style : script).append(resource(FOLDER + part));
    }
    all.put("style", style.toString());
    all.put("script", script.toString());
    all.put("charts", PackedScript.of(resource(CHARTS)));
    all.put("start", resource(FOLDER + "start.js"));
    // A text in JSON may hold what ends a script; as an escape it does not.
    all.put("data", JsonMapper.builder().build().writeValueAsString(data).replace("<", "\\u003c"));
    process(template, all, out);
  }

  /**
   * Writes a page without scripts.
   *
   * @param template name of its file
   * @param model what it shows
   * @param styles names of files of style, the first one first
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  static void plain(String template, Map<String, Object> model, List<String> styles, Writer out)
      throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(model);
    StringBuilder style = new StringBuilder();
    for (String part : styles) {
      style.append(resource(FOLDER + part));
    }
    all.put("style", style.toString());
    process(template, all, out);
  }

  private static void process(String template, Map<String, Object> model, Writer out)
      throws IOException {
    try {
      templates().getTemplate(template).process(model, out);
    } catch (TemplateException e) {
      throw new IllegalStateException("the template of the page", e);
    }
  }

  private static Configuration templates() {
    Configuration templates = new Configuration(Configuration.VERSION_2_3_34);
    templates.setTemplateLoader(new ClassTemplateLoader(PageTemplate.class, ""));
    templates.setOutputFormat(HTMLOutputFormat.INSTANCE);
    templates.setLocalizedLookup(false);
    templates.setDefaultEncoding("UTF-8");
    templates.setLocale(Locale.ROOT);
    templates.setNumberFormat("computer");
    templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    templates.setLogTemplateExceptions(false);
    return templates;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageTemplate.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
