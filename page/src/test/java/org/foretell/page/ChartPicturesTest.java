package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.imageio.ImageIO;
import org.foretell.Foretell;
import org.foretell.report.ClassesEntry;
import org.foretell.report.ExplainResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartPicturesTest {
  private static final int COMPUTING = 0xff000000 | Palette.LIGHT.computing();
  private static final int WAITING = 0xff000000 | Palette.LIGHT.waiting();

  @TempDir private Path folder;

  private Map<String, byte[]> pictures(int ranks) throws IOException {
    Path trace = Explained.trace(folder, ranks);
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation().machine("jaguar-xt5").trace(trace).observer(recorder).run();
    return ChartPictures.of(result, recorder);
  }

  private static BufferedImage image(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  @Test
  void eachChartOfThePageIsDrawn() throws IOException {
    Map<String, byte[]> pictures = pictures(64);
    assertThat(pictures.keySet())
        .containsExactlyElementsOf(
            ChartPictures.names().stream().filter(name -> !name.startsWith("classes")).toList());
    for (Map.Entry<String, byte[]> picture : pictures.entrySet()) {
      BufferedImage image = image(picture.getValue());
      Set<Integer> colours = new HashSet<>();
      for (int x = 0; x < image.getWidth(); x += 2) {
        for (int y = 170; y < image.getHeight(); y += 2) {
          colours.add(image.getRGB(x, y));
        }
      }
      assertThat(colours).as(picture.getKey()).hasSizeGreaterThan(5);
    }
  }

  /** Each class that occurs has pixels of its colour, in proportion to its count. */
  @Test
  void classesAreBarsInTheirColours() throws IOException {
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation()
            .machine("jaguar-xt5")
            .trace(Explained.classifiedTrace(folder))
            .classes(true)
            .observer(recorder)
            .run();
    Map<String, byte[]> pictures = ChartPictures.of(result, recorder);
    assertThat(pictures).containsKeys("classes-message", "classes-collective", "classes-update");
    BufferedImage image = image(pictures.get("classes-message"));
    Map<Integer, Integer> pixels = new HashMap<>();
    for (int x = 0; x < image.getWidth(); x++) {
      // Below the legend, which has the colours too.
      for (int y = 170; y < image.getHeight(); y++) {
        pixels.merge(image.getRGB(x, y), 1, Integer::sum);
      }
    }
    ClassesEntry classes = Objects.requireNonNull(result.document().classes());
    Map<String, Integer> colours =
        Map.of(
            "normal",
            opaque("normal"),
            "late send",
            opaque("late send"),
            "late receive",
            opaque("late receive"),
            "late send post",
            opaque("late send post"),
            "late send wait",
            opaque("late send wait"),
            "late receive post",
            opaque("late receive post"),
            "late receive wait",
            opaque("late receive wait"));
    long all = 0;
    double allPixels = 0;
    for (ClassesEntry.ClassEntry each : classes.classes()) {
      if (each.kind().equals("message")) {
        all += each.count();
        allPixels += pixels.getOrDefault(colours.get(each.label()), 0);
      }
    }
    assertThat(all).isEqualTo(6);
    for (ClassesEntry.ClassEntry each : classes.classes()) {
      if (each.kind().equals("message")) {
        assertThat(pixels.get(colours.get(each.label())) / allPixels)
            .as(each.label())
            .isCloseTo((double) each.count() / all, within(0.02));
      }
    }
  }

  /** Ranks compute 30, 105 or 270 us, of what they take in all. */
  @Test
  void barsAreAsLongAsTimes() throws IOException {
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation()
            .machine("jaguar-xt5")
            .trace(Explained.trace(folder, 8))
            .observer(recorder)
            .run();
    BufferedImage image = image(ChartPictures.of(result, recorder).get("ranks"));
    int[] longest = new int[2];
    for (int y = 170; y < image.getHeight(); y++) {
      int[] row = new int[2];
      for (int x = 0; x < image.getWidth(); x++) {
        int colour = image.getRGB(x, y);
        row[0] += colour == COMPUTING ? 1 : 0;
        row[1] += colour == COMPUTING || colour == WAITING ? 1 : 0;
      }
      longest[0] = Math.max(longest[0], row[0]);
      longest[1] = Math.max(longest[1], row[1]);
    }
    double shareOfLongest =
        result.document().run().ranks().stream()
                .mapToDouble(rank -> rank.computeSeconds())
                .max()
                .orElseThrow()
            / result.run().predictedSeconds();
    int room = image.getWidth() - 2 * 30 - 2 * (34 + 22) - 20;
    assertThat(longest[0] / (double) room).isBetween(0.95 * shareOfLongest, 1.05 * shareOfLongest);
    assertThat(longest[1]).isGreaterThan(longest[0]);
  }

  private static int opaque(String label) {
    return 0xff000000 | Palette.LIGHT.ofClass(label);
  }
}
