package org.foretell.machines.json;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.foretell.machine.FigureRange;
import org.foretell.machine.Machine;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ScaledLinks;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.Movement;
import org.foretell.machines.file.OtherFigures;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a machine that no file in JSON describes. They are written as such a file has
 * them, changed there, and read again; a topology, which cannot be written, stays what it is, but
 * for the speed of its links.
 */
public final class MadeFigures implements OtherFigures {
  private static final String NETWORK = "network";
  private static final String TOPOLOGY = "topology";

  private final Machine machine;
  private final String identity;

  /** All figures but those of the topology, with their bounds; null until somebody asks. */
  private @Nullable Members known;

  private MadeFigures(Machine machine, String identity, @Nullable Members known) {
    this.machine = machine;
    this.identity = identity;
    this.known = known;
  }

  /**
   * {@return the figures of a machine}
   *
   * @param machine of any kind
   * @param identity of its topology: equal for equal ones only
   */
  public static MadeFigures of(Machine machine, String identity) {
    return new MadeFigures(machine, identity, null);
  }

  private synchronized Members file() {
    Members file = known;
    if (file == null) {
      file = written(machine);
      known = file;
    }
    return file;
  }

  private static Members written(Machine machine) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("formatVersion", 1);
    json.put("name", machine.name());
    json.put("title", machine.title());
    json.putAll(MachineFigures.of(machine));
    Findings findings = new Findings(machine.name());
    JsonValue file =
        JsonText.read(JsonWriter.file(json).getBytes(StandardCharsets.UTF_8), findings);
    findings.throwIfAny();
    Map<String, String> bounds = new LinkedHashMap<>();
    for (FigureRange range : machine.ranges()) {
      if (StatedFigures.find(file, range.figure()).isPresent()) {
        bounds.put(range.figure(), JsonWriter.line(json(range)));
      }
    }
    return (Members) FileChanges.apply(file, bounds, setting -> Movement.NONE, findings).root();
  }

  private static Map<String, Object> json(FigureRange range) {
    Map<String, Object> json = new LinkedHashMap<>();
    // Of all figures that have bounds, ratios alone are numbers in JSON.
    Function<String, Object> written =
        KindRatios.isRatio(range.figure()) ? Double::valueOf : text -> text;
    json.put(FigureRanges.VALUE, written.apply(range.value()));
    json.put(FigureRanges.FROM, written.apply(range.from()));
    json.put(FigureRanges.TO, written.apply(range.to()));
    return json;
  }

  @Override
  public LoadedMachine with(Map<String, String> set, MachineCheck check) {
    Findings findings = new Findings(machine.name() + ", as set");
    FileChanges.Changed changed = FileChanges.apply(file(), set, check::movement, findings);
    Members root = (Members) changed.root();
    LoadedMachine loaded =
        MachineDocument.read(
            root,
            FileBytes.sha256(JsonWriter.file(root).getBytes(StandardCharsets.UTF_8)),
            changed.set(),
            findings);
    if (machine.topology().isEmpty() || root.byName().containsKey(TOPOLOGY)) {
      return loaded;
    }
    Topology links = machine.topology().get();
    String same = identity;
    Optional<RelativeValue> speed =
        Optional.ofNullable(set.get(NETWORK)).flatMap(RelativeValue::of);
    if (speed.isPresent()) {
      double factor = speed.get().factor().doubleValue();
      links = new ScaledLinks(links, link -> true, 1 / factor, factor);
      same = identity + ", x" + speed.get().factor().stripTrailingZeros().toPlainString();
    }
    Machine joined = loaded.machine().withTopology(links);
    return new LoadedMachine(
        joined,
        loaded.sha256(),
        loaded.notes(),
        loaded.withoutSource(),
        new MadeFigures(joined, same, root),
        List.copyOf(changed.set()));
  }

  @Override
  public Optional<String> stated(String figure) {
    return StatedFigures.find(file(), figure);
  }

  @Override
  public Optional<String> topology() {
    return machine.topology().map(links -> identity);
  }
}
