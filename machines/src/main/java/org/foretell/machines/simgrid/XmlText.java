package org.foretell.machines.simgrid;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Reads XML without ever loading anything else: the DTD that a document names is not looked at, and
 * a document that declares entities is refused.
 */
final class XmlText extends DefaultHandler2 {
  /** Less than what parsers refuse by themselves, each in its own words. */
  private static final int DEEPEST = 50;

  private final Deque<Element> open = new ArrayDeque<>();
  private @Nullable Locator locator;
  private @Nullable Element root;

  private XmlText() {}

  static Element read(byte[] bytes) {
    XmlText handler = new XmlText();
    try {
      SAXParser parser = parser();
      parser.setProperty("http://xml.org/sax/properties/declaration-handler", handler);
      parser.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
      parser.parse(new InputSource(new ByteArrayInputStream(bytes)), handler);
    } catch (SAXParseException e) {
      throw new PlatformException(
          "XML", e.getLineNumber(), e.getColumnNumber(), oneLine(e), "well-formed XML");
    } catch (SAXException e) {
      throw handler.mistake(oneLine(e), "well-formed XML");
    } catch (IOException e) {
      throw handler.mistake(oneLine(e), "XML in the encoding that it declares");
    }
    Element result = handler.root;
    if (result == null) {
      throw handler.mistake("no element", "<platform>");
    }
    return result;
  }

  private static SAXParser parser() throws SAXException {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      return factory.newSAXParser();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("this Java's XML parser cannot be made safe", e);
    }
  }

  private static String oneLine(Exception e) {
    String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    return message.length() > 200 ? message.substring(0, 197) + "..." : message;
  }

  private PlatformException mistake(String found, String allowed) {
    return new PlatformException(
        "XML",
        locator == null ? 1 : Math.max(1, locator.getLineNumber()),
        locator == null ? 1 : Math.max(1, locator.getColumnNumber()),
        found,
        allowed);
  }

  @Override
  public void setDocumentLocator(Locator documentLocator) {
    locator = documentLocator;
  }

  @Override
  public void internalEntityDecl(String name, String value) {
    throw entity(name);
  }

  @Override
  public void externalEntityDecl(String name, @Nullable String publicId, String systemId) {
    throw entity(name);
  }

  private PlatformException entity(String name) {
    return mistake(
        "a declaration of the entity " + name, "no entities: they are refused, never expanded");
  }

  @Override
  public InputSource resolveEntity(
      @Nullable String name,
      @Nullable String publicId,
      @Nullable String baseUri,
      @Nullable String systemId) {
    // Nothing outside of the file is read, whatever the parser would like to see.
    return new InputSource(new ByteArrayInputStream(new byte[0]));
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes) {
    if (open.size() == DEEPEST) {
      throw mistake("more than " + DEEPEST + " nested elements", "fewer");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int index = 0; index < attributes.getLength(); index++) {
      values.put(attributes.getQName(index), attributes.getValue(index));
    }
    Element parent = open.peek();
    Element element =
        new Element(
            parent == null ? name : parent.path() + "/" + name,
            name,
            locator == null ? 1 : locator.getLineNumber(),
            locator == null ? 1 : locator.getColumnNumber(),
            Collections.unmodifiableMap(values),
            new ArrayList<>());
    if (parent == null) {
      root = element;
    } else {
      parent.children().add(element);
    }
    open.push(element);
  }

  @Override
  public void endElement(String uri, String localName, String name) {
    open.pop();
  }

  @Override
  public void error(SAXParseException e) throws SAXException {
    throw e;
  }

  @Override
  public void fatalError(SAXParseException e) throws SAXException {
    throw e;
  }
}
