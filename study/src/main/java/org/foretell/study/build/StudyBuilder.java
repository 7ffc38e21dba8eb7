package org.foretell.study.build;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.failure.ForetellException;
import org.foretell.machines.json.JsonWriter;
import org.foretell.scenario.Change;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.file.StudyFile;

/**
 * Describes a study in a program. It has the members of a study file, with the same defaults and
 * the same checks: {@link #build} reports all mistakes together.
 *
 * <pre>{@code
 * StudyDescription study =
 *     StudyBuilder.study("tender", "EUR")
 *         .site(site().pue(Figure.of(1.2)).electricity(Figure.of(0.2).between(0.15, 0.3))
 *             .utilisation(Figure.of(0.85)).availability(Figure.of(0.95)))
 *         .program(program("multigrid", Path.of("mg.bin")).runsPerDay(Figure.of(400)))
 *         .offer(offer("North", "lumi-c", 400).price(Figure.of(5.2e6)))
 *         .build();
 * }</pre>
 */
public final class StudyBuilder {
  private final String name;
  private final Map<String, Object> members = new LinkedHashMap<>();
  private final List<Object> programs = new ArrayList<>();
  private final List<Object> offers = new ArrayList<>();
  private final List<Object> whatIfs = new ArrayList<>();
  private final List<Object> variables = new ArrayList<>();
  private final Map<String, Object> sample = new LinkedHashMap<>();

  private StudyBuilder(String name, String currency) {
    this.name = name;
    members.put("formatVersion", 1);
    members.put("name", name);
    members.put("currency", currency);
  }

  /**
   * {@return a study without offers and programs}
   *
   * @param name of it, short
   * @param currency of all money, {@code EUR}
   */
  public static StudyBuilder study(String name, String currency) {
    return new StudyBuilder(name, currency);
  }

  /**
   * Sets the title.
   *
   * @param text for people
   * @return this
   */
  public StudyBuilder title(String text) {
    members.put("title", text);
    return this;
  }

  /**
   * Sets the communication models, all equally likely; {@code max-rate} if they are not set.
   *
   * @param names of them; the first one counts for what-ifs
   * @return this
   */
  public StudyBuilder models(String... names) {
    members.put("models", List.of(names));
    return this;
  }

  /**
   * Sets what decides; the cost of the demand if it is not set.
   *
   * @param metric by which offers are ranked
   * @return this
   */
  public StudyBuilder rankBy(RankBy metric) {
    members.put("rankBy", metric.label());
    return this;
  }

  /**
   * Sets the nodes of the machine that offers are compared with, for SSI.
   *
   * @param nodes at least 1
   * @return this
   */
  public StudyBuilder referenceNodes(long nodes) {
    members.put("referenceNodes", nodes);
    return this;
  }

  /**
   * Asks for points.
   *
   * @param quality weight of the capacity
   * @param price weight of the price
   * @return this
   */
  public StudyBuilder points(double quality, double price) {
    Map<String, Object> weights = new LinkedHashMap<>();
    weights.put("quality", Figure.number(quality));
    weights.put("price", Figure.number(price));
    members.put("points", weights);
    return this;
  }

  /**
   * Sets where the machine will stand.
   *
   * @param site of all offers
   * @return this
   */
  public StudyBuilder site(SiteBuilder site) {
    members.put("site", site.written());
    return this;
  }

  /**
   * Adds a program.
   *
   * @param program that the machine is bought for
   * @return this
   */
  public StudyBuilder program(ProgramBuilder program) {
    programs.add(program.written());
    return this;
  }

  /**
   * Adds an offer.
   *
   * @param offer to choose from
   * @return this
   */
  public StudyBuilder offer(OfferBuilder offer) {
    offers.add(offer.written());
    return this;
  }

  /**
   * Adds another world.
   *
   * @param world name of it
   * @param changes of figures of every offer
   * @return this
   */
  public StudyBuilder whatIf(String world, Change... changes) {
    Map<String, Object> whatIf = new LinkedHashMap<>();
    whatIf.put("name", world);
    whatIf.put("changes", OfferBuilder.written(changes));
    whatIfs.add(whatIf);
    return this;
  }

  /**
   * Adds figures of machines that are multiplied by an uncertain factor.
   *
   * @param variable name of it
   * @param address of a figure or a group
   * @param factor between bounds
   * @param concerned names of the offers whose figures these are; none for all
   * @return this
   */
  public StudyBuilder factor(String variable, String address, Figure factor, String... concerned) {
    return variable(variable, address, "factor", factor.written(), concerned);
  }

  /**
   * Adds a figure of machines that has a value between bounds.
   *
   * @param variable name of it
   * @param address of the figure
   * @param value between bounds, with its unit
   * @param concerned names of the offers whose figures these are; none for all
   * @return this
   */
  public StudyBuilder value(String variable, String address, Figure value, String... concerned) {
    return variable(variable, address, "value", value.written(), concerned);
  }

  /**
   * Adds a figure of machines that is one of several values, each of which is replayed by itself.
   *
   * @param variable name of it
   * @param address of the figure
   * @param values from {@link Figure#oneOf(String...)}, the stated one first
   * @param concerned names of the offers whose figures these are; none for all
   * @return this
   */
  public StudyBuilder choice(String variable, String address, Figure values, String... concerned) {
    Object written =
        values.written() instanceof Map<?, ?> listed && listed.get("values") != null
            ? listed.get("values")
            : List.of(values.written());
    return variable(variable, address, "values", written, concerned);
  }

  private StudyBuilder variable(
      String variable, String address, String kind, Object amount, String... concerned) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("name", variable);
    written.put("figures", address);
    written.put(kind, amount);
    written.put("offers", List.of(concerned));
    variables.add(written);
    return this;
  }

  /**
   * Makes the runs of all programs differ that have no noise of their own.
   *
   * @param noise of the programs
   * @return this
   */
  public StudyBuilder noise(NoiseBuilder noise) {
    members.put("noise", noise.written());
    return this;
  }

  /**
   * Sets how uncertain figures are sampled; 1,000 draws and seed 1 if it is not set.
   *
   * @param draws of all figures together
   * @param seed of all random numbers
   * @return this
   */
  public StudyBuilder sample(int draws, long seed) {
    sample.put("draws", draws);
    sample.put("seed", seed);
    return this;
  }

  /**
   * Sets the confidence level of all limits and intervals; 0.95 if it is not set.
   *
   * @param level 0.5 to 0.9999
   * @return this
   */
  public StudyBuilder confidence(double level) {
    sample.put("confidence", Figure.number(level));
    return this;
  }

  /**
   * Sets how exact interpolated times have to be; 1 % within 200 replays if it is not set.
   *
   * @param tolerance relative error
   * @param mostReplays of one surface
   * @return this
   */
  public StudyBuilder surfaces(double tolerance, int mostReplays) {
    sample.put("tolerance", Figure.number(tolerance));
    sample.put("mostReplays", mostReplays);
    return this;
  }

  /**
   * Sets how many further replays may be made where the first place changes; 100 if it is not set.
   *
   * @param mostReplays of all surfaces together; 0 for none
   * @return this
   */
  public StudyBuilder nearFlips(int mostReplays) {
    sample.put("mostNearFlips", mostReplays);
    return this;
  }

  /**
   * {@return the study}
   *
   * @throws ForetellException with all that is wrong in it
   */
  public StudyDescription build() {
    Map<String, Object> file = new LinkedHashMap<>(members);
    file.put("programs", programs);
    file.put("offers", offers);
    file.put("whatIfs", whatIfs);
    file.put("variables", variables);
    file.put("sample", sample);
    return StudyFile.described(name, JsonWriter.file(file).getBytes(StandardCharsets.UTF_8));
  }
}
