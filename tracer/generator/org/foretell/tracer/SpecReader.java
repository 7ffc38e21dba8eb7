package org.foretell.tracer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Reads a specification, checked against the schema, with its families written out. */
final class SpecReader {
  private final Map<String, List<Map<String, String>>> types = new HashMap<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private final Map<String, String> ignored = new LinkedHashMap<>();

  private SpecReader() {}

  static Interface read(Path file, Path schema) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setSchema(
          SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(schema.toFile()));
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new Refuse(file));
      return new SpecReader().read(builder.parse(file.toFile()).getDocumentElement());
    } catch (ParserConfigurationException | SAXException e) {
      throw new SpecException(file + ": " + e.getMessage());
    }
  }

  private Interface read(Element root) {
    for (Element child : children(root)) {
      switch (child.getLocalName()) {
        case "types" ->
            types.put(
                child.getAttribute("name"),
                children(child).stream().map(SpecReader::attributes).toList());
        case "ignored" -> ignored.put(child.getAttribute("pattern"), child.getAttribute("reason"));
        default -> addFamily(child);
      }
    }
    return new Interface(
        root.getAttribute("name"),
        root.getAttribute("prefix"),
        root.getAttribute("profiling"),
        root.getAttribute("version"),
        functions.values().stream().map(this::withRecord).toList(),
        ignored);
  }

  private void addFamily(Element element) {
    String family = element.getAttribute("types");
    if (family.isEmpty()) {
      addWithContext(element, function(element, Map.of()));
      return;
    }
    if (!types.containsKey(family)) {
      throw new SpecException(
          element.getAttribute("name")
              + " is for types \""
              + family
              + "\", which are not defined before it");
    }
    types.get(family).forEach(type -> addWithContext(element, function(element, type)));
  }

  /** The function, and the one that takes a context if there is such. */
  private void addWithContext(Element element, Function function) {
    add(function);
    if (element.getAttribute("contexts").equals("yes")) {
      List<Argument> arguments = new ArrayList<>(function.arguments());
      arguments.add(0, new Argument("ctx", "shmem_ctx_t", false));
      List<Field> fields = new ArrayList<>(function.fields());
      fields.add(new Field("object", "context", List.of("ctx"), false));
      add(
          new Function(
              function.name().replaceFirst("shmem_", "shmem_ctx_"),
              function.returns(),
              arguments,
              function.special(),
              function.roles(),
              function.op(),
              fields,
              function.attributes()));
    }
  }

  private void add(Function function) {
    if (functions.put(function.name(), function) != null) {
      throw new SpecException(function.name() + " is there twice");
    }
  }

  private static Function function(Element element, Map<String, String> type) {
    List<Argument> arguments = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    String special = "";
    String op = "";
    Map<String, String> roles = Map.of();
    for (Element child : children(element)) {
      switch (child.getLocalName()) {
        case "argument" ->
            arguments.add(
                new Argument(
                    child.getAttribute("name"),
                    fill(child.getAttribute("type"), type),
                    child.getAttribute("fortran").equals("yes")));
        case "record" -> {
          op = child.getAttribute("op");
          children(child).forEach(field -> fields.add(field(field, type)));
        }
        default -> {
          special = child.getLocalName();
          roles = attributes(child);
        }
      }
    }
    return new Function(
        fill(element.getAttribute("name"), type),
        fill(element.getAttribute("returns"), type),
        arguments,
        special,
        roles,
        op,
        fields,
        attributes(element));
  }

  private static Field field(Element element, Map<String, String> type) {
    String of = fill(element.getAttribute("of"), type);
    return new Field(
        element.getAttribute("name"),
        element.getAttribute("kind"),
        of.isEmpty() ? List.of() : List.of(of.split(" ")),
        element.getAttribute("at").equals("root"));
  }

  /**
   * A function that is like another has its record; all arguments that a record names must be
   * there.
   */
  private Function withRecord(Function function) {
    String like = function.attributes().get("like");
    Function result = function;
    if (like != null) {
      Function model = functions.get(like);
      if (model == null) {
        throw new SpecException(function.name() + " is like " + like + ", which is not there");
      }
      result =
          new Function(
              function.name(),
              function.returns(),
              function.arguments(),
              model.special(),
              model.roles(),
              model.op(),
              model.fields(),
              function.attributes());
    }
    for (Field field : result.fields()) {
      for (String name : field.of()) {
        if (!name.matches("[0-9]+") && result.argument(name).isEmpty()) {
          throw new SpecException(
              result.name()
                  + ": field "
                  + field.name()
                  + " is of \""
                  + name
                  + "\", which is no argument");
        }
      }
    }
    return result;
  }

  private static String fill(String text, Map<String, String> type) {
    String filled = text;
    for (Map.Entry<String, String> part : type.entrySet()) {
      filled = filled.replace("{" + part.getKey() + "}", part.getValue());
    }
    return filled;
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static Map<String, String> attributes(Element element) {
    Map<String, String> attributes = new TreeMap<>();
    NamedNodeMap nodes = element.getAttributes();
    for (int i = 0; i < nodes.getLength(); i++) {
      attributes.put(nodes.item(i).getLocalName(), nodes.item(i).getNodeValue());
    }
    return attributes;
  }

  /** Whatever the schema does not allow ends the build. */
  private record Refuse(Path file) implements ErrorHandler {
    @Override
    public void warning(SAXParseException exception) {
      error(exception);
    }

    @Override
    public void error(SAXParseException exception) {
      throw new SpecException(
          file + ", line " + exception.getLineNumber() + ": " + exception.getMessage());
    }

    @Override
    public void fatalError(SAXParseException exception) {
      error(exception);
    }
  }
}
