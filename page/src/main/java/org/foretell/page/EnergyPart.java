package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.report.EnergyUse;
import org.foretell.report.Joules;
import org.foretell.report.PowerProfile;
import org.foretell.report.RunEnergy;
import org.foretell.time.Power;

/** The energy of a run: a table by use, and the power over time. */
final class EnergyPart {
  private EnergyPart() {}

  /** What the template shows. */
  static Map<String, Object> shown(RunEnergy energy) {
    Map<String, Object> shown = new LinkedHashMap<>();
    Joules total = energy.total();
    shown.put("total", row("all", total, total.value()));
    List<Map<String, Object>> uses = new ArrayList<>();
    for (Map.Entry<EnergyUse, Joules> use : energy.uses().entrySet()) {
      uses.add(row(use.getKey().words(), use.getValue(), total.value()));
    }
    shown.put("uses", uses);
    shown.put("meanPower", Power.format(energy.meanWatts()));
    shown.put(
        "delayProduct",
        (Power.formatEnergy(energy.edpJouleSeconds()) + " s").replace(' ', '\u00a0'));
    shown.put("nodes", energy.nodes());
    shown.put("coresPerRank", energy.coresPerRank());
    return shown;
  }

  private static Map<String, Object> row(String name, Joules energy, double allJoules) {
    double share = allJoules == 0 ? 0 : energy.value() / allJoules;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("joules", Double.toString(energy.value()));
    row.put("energy", Power.formatEnergy(energy.value()));
    row.put("least", Power.formatEnergy(energy.from()));
    row.put("most", Power.formatEnergy(energy.to()));
    row.put("percent", PartRow.percent(share));
    row.put("width", 100 * share);
    return row;
  }

  /** What the chart shows. */
  static Map<String, Object> charted(PowerProfile power) {
    Map<String, Object> charted = new LinkedHashMap<>();
    charted.put("spanSeconds", power.spanSeconds());
    charted.put("watts", power.watts());
    return charted;
  }
}
