package org.foretell.pictures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PictureTest {
  /**
   * A red square at the right of a white one, with a letter that no file should need a font for.
   */
  private static final Picture TWO_SQUARES =
      new Picture(
          40,
          20,
          graphics -> {
            fill(graphics, Color.WHITE, 0);
            fill(graphics, Color.RED, 20);
            graphics.setColor(Color.BLACK);
            graphics.drawString("x", 4, 12);
          });

  private static void fill(Graphics2D graphics, Color colour, int left) {
    graphics.setColor(colour);
    graphics.fillRect(left, 0, 20, 20);
  }

  @Test
  void pngHasThePixelsThatWereDrawn() throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(TWO_SQUARES.png()));
    assertEquals(40, image.getWidth());
    assertEquals(20, image.getHeight());
    assertEquals(Color.WHITE.getRGB(), image.getRGB(19, 19));
    assertEquals(Color.RED.getRGB(), image.getRGB(20, 19));
  }

  @Test
  void anImageIsWrittenAsItIs() throws IOException {
    BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
    image.setRGB(2, 1, 0x123456);
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(Picture.png(image)));
    assertEquals(3, read.getWidth());
    assertEquals(0xff123456, read.getRGB(2, 1));
  }

  @Test
  void svgHasTheSizeAndLettersAsOutlines() throws Exception {
    byte[] svg = TWO_SQUARES.svg();
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Element root =
        factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg)).getDocumentElement();
    assertEquals("40", root.getAttribute("width"));
    assertEquals("20", root.getAttribute("height"));
    assertTrue(root.getElementsByTagName("path").getLength() > 0);
    assertFalse(new String(svg, StandardCharsets.UTF_8).contains("<text"));
  }

  @Test
  void theSamePictureIsTheSameFile() {
    assertArrayEquals(TWO_SQUARES.svg(), TWO_SQUARES.svg());
    assertArrayEquals(TWO_SQUARES.png(), TWO_SQUARES.png());
  }

  @Test
  void aPictureHasASize() {
    assertThrows(IllegalArgumentException.class, () -> new Picture(0, 5, graphics -> {}));
    assertThrows(IllegalArgumentException.class, () -> new Picture(5, -1, graphics -> {}));
  }
}
