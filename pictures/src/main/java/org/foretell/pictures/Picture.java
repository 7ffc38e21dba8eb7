package org.foretell.pictures;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/**
 * A drawing, as the bytes of a file. Each call of {@link #png} and {@link #svg} draws it once. As
 * safe for threads as its painter.
 *
 * @param width in units; a unit is a pixel of a PNG file and of an SVG file's own size; above 0
 * @param height likewise
 * @param painter draws all of it, including the background; changes to the state of the graphics do
 *     not matter
 */
public record Picture(int width, int height, Consumer<Graphics2D> painter) {
  /** Checks the size. */
  public Picture {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("a picture of " + width + " x " + height);
    }
    Objects.requireNonNull(painter, "painter");
  }

  /** {@return a PNG file} */
  public byte[] png() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    painter.accept(graphics);
    graphics.dispose();
    return png(image);
  }

  /**
   * Encodes existing pixels.
   *
   * @param image of any size
   * @return a PNG file
   */
  public static byte[] png(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, "png", bytes)) {
        throw new IllegalStateException("this Java cannot write PNG");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** {@return an SVG file with letters as outlines, so that it looks the same everywhere} */
  public byte[] svg() {
    Document document;
    try {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    // The default names the library, and a version with it.
    context.setComment("");
    // Tenths of a pixel are enough for outlines.
    context.setPrecision(1);
    SVGGraphics2D graphics = new SVGGraphics2D(context, true);
    graphics.setSVGCanvasSize(new Dimension(width, height));
    painter.accept(graphics);
    StringWriter text = new StringWriter();
    try {
      graphics.stream(text, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
