package org.foretell.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That everybody can see the colours of the page and of pictures, and tell them apart. */
class PaletteTest {
  /** What WCAG asks of graphics, and of text. */
  private static final double GRAPHICS = 3;

  private static final double TEXT = 4.5;

  private static final int WHITE = 0xffffff;

  private static Palette palette(boolean isDark) {
    return isDark ? Palette.DARK : Palette.LIGHT;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PaletteTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** The named colours of the style, by theme. */
  private static Map<String, Integer> style(boolean isDark) throws IOException {
    String css = resource("page.css");
    String start = isDark ? ":root[data-theme=\"dark\"] {" : ":root {";
    int from = css.indexOf(start);
    assertThat(from).isNotNegative();
    Map<String, Integer> colours = new LinkedHashMap<>();
    Matcher found =
        Pattern.compile("--(\\w+): #([0-9a-f]{6});")
            .matcher(css.substring(from, css.indexOf('}', from)));
    while (found.find()) {
      colours.put(found.group(1), Integer.parseInt(found.group(2), 16));
    }
    assertThat(colours).containsKeys("ground", "panel", "ink", "soft", "accent", "bar");
    return colours;
  }

  private static int of(Map<String, Integer> style, String name) {
    return style.getOrDefault(name, -1);
  }

  /** Pairs of Sharma, Wu and Dalal's test data, and colours of which others have the values. */
  @Test
  void distancesAreThoseOfTheStandard() {
    assertThat(new Seen.Lab(50, 2.6772, -79.7751).distance(new Seen.Lab(50, 0, -82.7485)))
        .isCloseTo(2.0425, within(1e-4));
    assertThat(new Seen.Lab(50, 2.5, 0).distance(new Seen.Lab(73, 25, -18)))
        .isCloseTo(27.1492, within(1e-4));
    assertThat(new Seen.Lab(50, -1, 2).distance(new Seen.Lab(50, 0, 0)))
        .isCloseTo(2.3669, within(1e-4));
    assertThat(
            new Seen.Lab(22.7233, 20.0904, -46.6940)
                .distance(new Seen.Lab(23.0331, 14.9730, -42.5619)))
        .isCloseTo(2.0373, within(1e-4));
    assertThat(
            new Seen.Lab(90.8027, -2.0831, 1.4410).distance(new Seen.Lab(91.1528, -1.6435, 0.0447)))
        .isCloseTo(1.4441, within(1e-4));
    Seen.Lab red = Seen.NORMAL.of(0xff0000);
    assertThat(red.lightness()).isCloseTo(53.24, within(0.01));
    assertThat(red.a()).isCloseTo(80.09, within(0.01));
    assertThat(red.b()).isCloseTo(67.20, within(0.01));
    assertThat(Seen.contrast(0x000000, WHITE)).isCloseTo(21, within(1e-9));
    assertThat(Seen.contrast(0x767676, WHITE)).isCloseTo(4.54, within(0.01));
    // Grey stays grey to everybody.
    for (Seen seen : Seen.values()) {
      assertThat(seen.of(0x808080).distance(Seen.NORMAL.of(0x808080))).isLessThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void coloursOfOneChartAreToldApart(boolean isDark) {
    Palette palette = palette(isDark);
    assertThat(Seen.leastDistance(palette.activities())).isGreaterThan(12);
    assertThat(Seen.leastDistance(List.copyOf(new HashSet<>(palette.classes().values()))))
        .isGreaterThan(10);
    // Twelve are too many for more; the tips name them.
    assertThat(Seen.leastDistance(List.copyOf(palette.kinds().values()))).isGreaterThan(7);
    assertThat(Seen.leastDistance(List.of(palette.computing(), palette.likely())))
        .isGreaterThan(12);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void graphicsStandOutFromTheirGround(boolean isDark) throws IOException {
    Palette palette = palette(isDark);
    Map<String, Integer> style = style(isDark);
    List<Integer> grounds = new ArrayList<>(List.of(of(style, "ground"), of(style, "panel")));
    if (!isDark) {
      grounds.add(WHITE);
    }
    List<Integer> graphics =
        Stream.of(
                palette.activities(),
                palette.kinds().values(),
                palette.classes().values(),
                List.of(palette.likely(), of(style, "bar")))
            .flatMap(java.util.Collection::stream)
            .toList();
    for (int ground : grounds) {
      assertThat(graphics)
          .allSatisfy(
              colour ->
                  assertThat(Seen.contrast(colour, ground))
                      .as("%06x on %06x", colour, ground)
                      .isGreaterThanOrEqualTo(GRAPHICS));
      for (String text : List.of("ink", "soft", "accent")) {
        assertThat(Seen.contrast(of(style, text), ground))
            .as("%s on %06x", text, ground)
            .isGreaterThanOrEqualTo(TEXT);
      }
    }
  }

  /** The lowest is next to nothing and close to the ground; from there it only gets stronger. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void scalesRiseForEverybody(boolean isDark) throws IOException {
    int ground = of(style(isDark), "panel");
    for (List<Integer> scale : List.of(palette(isDark).loads(), palette(isDark).bytes())) {
      for (Seen seen : Seen.values()) {
        for (int i = 1; i < scale.size(); i++) {
          Seen.Lab weaker = seen.of(scale.get(i - 1));
          Seen.Lab stronger = seen.of(scale.get(i));
          assertThat((stronger.lightness() - weaker.lightness()) * (isDark ? 1 : -1))
              .as("%s, step %d", seen, i)
              .isGreaterThan(7);
          assertThat(weaker.distance(stronger)).as("%s, step %d", seen, i).isGreaterThan(9);
        }
      }
      assertThat(Seen.contrast(scale.get(scale.size() - 1), ground)).isGreaterThan(7);
      assertThat(Seen.contrast(scale.get(scale.size() / 2), ground))
          .isGreaterThanOrEqualTo(GRAPHICS);
    }
  }

  /** The timeline has colours that are up to 48 % of their ground. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void paleColoursOfTheTimelineAreToldApart(boolean isDark) throws IOException {
    Color ground = new Color(of(style(isDark), "panel"));
    List<Integer> pale =
        palette(isDark).activities().subList(0, 3).stream()
            .map(colour -> PlotFrame.mixed(ground, new Color(colour), 0.52).getRGB())
            .toList();
    assertThat(Seen.leastDistance(pale)).isGreaterThan(5);
    assertThat(resource("page.js")).contains("opacity: .4 + .12 * api.value(3)");
  }

  /** A colour of its own would be none of those that are measured. */
  @Test
  void scriptsHaveNoOtherColours() throws IOException {
    for (String script : List.of("page.js", "classes.js", "load.js", "network.js")) {
      assertThat(resource(script)).as(script).doesNotContainPattern("#[0-9a-fA-F]{3,6}\\b");
    }
  }
}
