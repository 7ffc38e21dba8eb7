package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.OutputType;

/** The picture of a study's page in the README; with {@code -Dupdate.docs=true} it is renewed. */
class StudyPictureTest extends InBrowser {
  private static final Path PICTURE = Path.of("../docs/study.png");
  private static final Path STUDY = Path.of("../examples/tender/tender.json");
  private static final int WIDTH = 1180;
  private static final int HEIGHT = 1310;
  private static final int MOST_BYTES = 150_000;
  private static final int COLOURS = 256;

  @Test
  void pictureIsSmallInBytesAndWide() throws IOException {
    if (Boolean.getBoolean("update.docs")) {
      StringWriter page = new StringWriter();
      StudyPage.write(
          Study.read(STUDY)
              .run(folder, CampaignSettings.whole(Runner.builder(), CampaignProgress.NONE)),
          page);
      open(page.toString());
      browser()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", WIDTH, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
      browser().executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
      byte[] seen = browser().getScreenshotAs(OutputType.BYTES);
      Files.write(PICTURE, indexed(ImageIO.read(new ByteArrayInputStream(seen))));
    }
    BufferedImage picture = ImageIO.read(PICTURE.toFile());
    assertThat(picture.getWidth()).isEqualTo(WIDTH);
    assertThat(picture.getHeight()).isEqualTo(HEIGHT);
    assertThat(Files.size(PICTURE)).isLessThan(MOST_BYTES);
  }

  /** A byte for each dot is a third of what browsers write. */
  private static byte[] indexed(BufferedImage picture) throws IOException {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        counts.merge(picture.getRGB(x, y), 1, Integer::sum);
      }
    }
    List<Integer> most =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(COLOURS)
            .map(Map.Entry::getKey)
            .toList();
    int[] colours = new int[COLOURS];
    for (int i = 0; i < most.size(); i++) {
      colours[i] = most.get(i);
    }
    BufferedImage small =
        new BufferedImage(
            picture.getWidth(),
            picture.getHeight(),
            BufferedImage.TYPE_BYTE_INDEXED,
            new IndexColorModel(Byte.SIZE, COLOURS, colours, 0, false, -1, DataBuffer.TYPE_BYTE));
    small.setRGB(
        0,
        0,
        picture.getWidth(),
        picture.getHeight(),
        picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()),
        0,
        picture.getWidth());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(small, "png", bytes);
    return bytes.toByteArray();
  }
}
