package org.foretell.study.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machines.json.JsonWriter;

/**
 * A first study file. Values that only the buyer knows are {@code "?"}; reading the file lists
 * these places.
 */
public final class StudyTemplate {
  private static final String UNKNOWN = "?";

  private StudyTemplate() {}

  /**
   * An offer of the file.
   *
   * @param name of the offer
   * @param machine of the catalogue, or a file
   * @param nodes of that machine
   */
  public record OfferedMachine(String name, String machine, int nodes) {}

  /**
   * {@return the text of a file}
   *
   * @param name of the study
   * @param offers at least one
   * @param traces by the name of the program; several of one program are of different numbers of
   *     ranks
   */
  public static String text(
      String name, List<OfferedMachine> offers, Map<String, List<Path>> traces) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("formatVersion", 1);
    file.put("name", name);
    file.put("currency", "EUR");
    Map<String, Object> site = new LinkedHashMap<>();
    site.put("lifeYears", 5);
    site.put("pue", assumed(1.2, 1.05, 1.6));
    site.put("electricity", UNKNOWN);
    site.put("utilisation", assumed(0.85, 0.7, 0.95));
    site.put("availability", assumed(0.95, 0.9, 0.99));
    file.put("site", site);
    List<Object> programs = new ArrayList<>();
    traces.forEach(
        (program, files) -> {
          Map<String, Object> members = new LinkedHashMap<>();
          members.put("name", program);
          if (files.size() == 1) {
            members.put("trace", files.get(0).toString());
          } else {
            members.put("traces", files.stream().map(String::valueOf).toList());
            members.put("ranks", UNKNOWN);
          }
          members.put("runsPerDay", UNKNOWN);
          programs.add(members);
        });
    file.put("programs", programs);
    file.put("offers", offers.stream().map(StudyTemplate::offer).toList());
    return JsonWriter.file(file);
  }

  private static Map<String, Object> offer(OfferedMachine offer) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", offer.name());
    members.put("machine", offer.machine());
    members.put("nodes", offer.nodes());
    members.put("price", UNKNOWN);
    Map<String, Object> power = new LinkedHashMap<>();
    power.put("idle", UNKNOWN);
    power.put("busy", UNKNOWN);
    members.put("power", power);
    return members;
  }

  private static Map<String, Object> assumed(double value, double from, double to) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("value", value);
    members.put("from", from);
    members.put("to", to);
    return members;
  }
}
