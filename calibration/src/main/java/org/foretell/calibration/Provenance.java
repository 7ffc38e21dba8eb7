package org.foretell.calibration;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.machines.FigureSource;
import org.foretell.machines.FigureSource.Status;

/** Where the figures of a calibrated machine come from, and which were assumed. */
final class Provenance {
  private final LocalDate date;
  private final Map<String, FigureSource> sources = new LinkedHashMap<>();
  private final List<String> assumptions = new ArrayList<>();

  /** Nothing is known yet of any figure. */
  Provenance(LocalDate date) {
    this.date = date;
  }

  Map<String, FigureSource> sources() {
    return sources;
  }

  List<String> assumptions() {
    return List.copyOf(assumptions);
  }

  /** Adds a sentence to the assumptions. */
  void note(String sentence) {
    assumptions.add(sentence);
  }

  void fromFit(String figure, SeriesFit from, Way way) {
    if (from.way() == way) {
      source(figure, Status.DERIVED, described(from));
    } else {
      assume(
          figure,
          "nothing was measured "
              + (way == Way.INTER ? "between nodes" : "within a node")
              + ", so it is assumed to equal the figure "
              + (way == Way.INTER ? "within a node" : "between nodes"));
    }
  }

  void given(String figure, String text) {
    source(figure, Status.SOURCED, text);
  }

  void assume(String figure, String text) {
    source(figure, Status.UNVERIFIED, text);
    assumptions.add(figure + ": " + text);
  }

  void source(String figure, Status status, String text) {
    sources.put(figure, new FigureSource(status, text));
  }

  String described(SeriesFit of) {
    PiecewiseFit fit = of.fit();
    String file =
        Stream.of(of.series().source().split(", ", -1))
            .map(Provenance::fileName)
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.US,
        "fit of %s in %s on %s: %d points, %d segments, median error %.1f %%, greatest %.1f %%",
        of.series().name(),
        file,
        date,
        of.series().samples().size(),
        fit.segments().size(),
        100 * fit.medianError(),
        100 * fit.worstError());
  }

  private static String fileName(String source) {
    Path name = Path.of(source).getFileName();
    return name == null ? source : name.toString();
  }
}
