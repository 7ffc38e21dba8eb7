package org.foretell.scale;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;

/**
 * A published series, and everything that its prediction is made from.
 *
 * @param name of its file, without the ending
 * @param title a line for people
 * @param machine a name of the catalogue, or the path of a machine file
 * @param model of communication
 * @param placement a policy
 * @param ranksPerNode at least 1
 * @param program whose trace stands for the real one
 * @param options of the program for all sizes, with the number of steps
 * @param stepsPerOperation steps of the program in what the figure measures; at least 1
 * @param figure what is published
 * @param given the only size whose value goes into the prediction: it fixes the time per point;
 *     empty if the program computes nothing
 * @param published the sizes that are predicted
 * @param source where the values are published
 * @param decomposition how the messages follow from documents about the program
 * @param chosen what was assumed before the first comparison, a sentence or more each
 */
record ScaleSeries(
    String name,
    String title,
    String machine,
    String model,
    String placement,
    int ranksPerNode,
    SyntheticProgram program,
    Map<SyntheticOption, String> options,
    int stepsPerOperation,
    PublishedFigure figure,
    Optional<Size> given,
    List<Size> published,
    String source,
    String decomposition,
    List<String> chosen) {

  /**
   * A size of the series.
   *
   * @param nodes at least 1
   * @param ranks on them; the last node may have fewer than the others
   * @param value of the figure, above 0
   * @param grid of ranks, like {@code 2x4x4}; empty for the default of the program
   */
  record Size(int nodes, int ranks, double value, Optional<String> grid) {}

  /** {@return all sizes, the given one first} */
  List<Size> sizes() {
    return Stream.concat(given.stream(), published.stream()).toList();
  }

  /** {@return steps of the trace} */
  long steps() {
    return Long.parseLong(options.get(SyntheticOption.STEPS));
  }

  /**
   * {@return the time of an operation if the program scaled perfectly from the given size}
   *
   * @param size one of {@link #sizes()}
   */
  Optional<Double> perfectSeconds(Size size) {
    boolean problemGrows = options.containsKey(SyntheticOption.POINTS_PER_RANK);
    return given.map(
        smallest ->
            figure.seconds(smallest.value())
                * (problemGrows ? 1 : (double) smallest.ranks() / size.ranks()));
  }
}
