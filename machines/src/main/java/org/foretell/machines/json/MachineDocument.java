package org.foretell.machines.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Buses;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.FileSystem;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodeGroupBuilder;
import org.foretell.machine.ShmemSupport;
import org.foretell.machine.SwitchPower;
import org.foretell.machine.Topology;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.OtherFigures;
import org.foretell.machines.file.SetValue;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.Shown;

/** Reads the values of one machine file; what each of them means stands in its schema. */
public final class MachineDocument {
  private static final int FORMAT_VERSION = 1;
  private static final int MOST_NODES = 1 << 24;
  private static final int MOST_CORES_PER_NODE = 1 << 16;
  private static final int MOST_LINKS = 1 << 16;
  private static final int MOST_NICS = 1024;
  private static final int MOST_BUSES = Integer.MAX_VALUE;
  private static final int MOST_GROUPS = 1024;

  private static final String MEMORY = "memoryBandwidth";
  private static final String REDUCTION = "reductionBandwidth";
  private static final String STREAM = "streamBandwidth";
  private static final String CORE_STREAM = "coreStreamBandwidth";

  private static final Pattern ANY_TEXT = Pattern.compile("(?s).*");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final Pattern PARAMETER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern TITLE = Pattern.compile("\\S.{0,199}");
  private static final String NAME_ALLOWED =
      "lower case letters, digits and hyphens, at most 64, like \"my-cluster\"";

  private static final String SETTING_ALLOWED =
      "a string, with its unit if it has one, like \"1.5us\" or \"0.5\"";

  private final Findings findings;
  private final FigureSources sources = new FigureSources();
  private final List<SetValue> set;

  private MachineDocument(Findings findings, List<SetValue> set) {
    this.findings = findings;
    this.set = set;
  }

  /**
   * Reads a machine.
   *
   * @param sha256 of the bytes of the file
   * @param set what was replaced in it
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine read(
      JsonValue root, String sha256, List<SetValue> set, Findings findings) {
    if (!(root instanceof Members object)) {
      findings.wrong(root, "an object {...} that describes a machine");
      throw findings.exception();
    }
    return new MachineDocument(findings, set).machine(object, sha256);
  }

  private LoadedMachine machine(Members object, String sha256) {
    FileFields file = new FileFields(findings, object);
    file.optionalText("$schema", ANY_TEXT, "the name of the schema");
    file.constant("formatVersion", FORMAT_VERSION, FORMAT_VERSION + ", the only version");
    String name = file.text("name", NAME, NAME_ALLOWED);
    String title =
        file.optionalText("title", TITLE, "a string of one line, at most 200 characters")
            .orElse(name);
    List<String> notes = notes(file);
    List<NodeGroup> groups = groups(file);
    FileFields network = file.object("network", true);
    Buses buses = buses(network);
    InterfaceFigures interfaces = InterfacesSection.read(network, sources);
    Optional<SwitchPower> switches = PowerSection.ofSwitches(network, sources);
    network.refuseOthers();
    Optional<Topology> topology = topology(file, groups, notes);
    Optional<String> defaultModel =
        file.optionalText("defaultModel", NAME, "the name of a model, like \"loggops\"");
    Optional<BusLinks> busLinks = busLinks(file, groups);
    Optional<CollectiveTable> collectives = collectives(file);
    Optional<FileSystem> files = files(file);
    Optional<ShmemSupport> shmem = shmem(file);
    long eagerThresholdBytes = file.bytes("eagerThreshold");
    sources.figure("eagerThreshold", file.has("eagerThreshold"));
    Map<String, String> modelParameters = modelParameters(file);
    JsonValue sourcesValue = file.optional("sources");
    if (sourcesValue instanceof Members members) {
      sources.read(members, findings);
    } else if (sourcesValue != null) {
      findings.wrong(sourcesValue, "an object {...} with an entry for each figure");
    }
    file.refuseOthers();
    findings.throwIfAny();
    MachineBuilder machine =
        Machine.builder(name)
            .title(title)
            .network(buses.speed())
            .buses(buses.count())
            .interfaces(interfaces)
            .eagerThresholdBytes(eagerThresholdBytes);
    groups.forEach(machine::nodes);
    modelParameters.forEach(machine::modelParameter);
    sources.texts().forEach(machine::source);
    sources.unverified().forEach(machine::unverified);
    defaultModel.ifPresent(machine::defaultModel);
    topology.ifPresent(machine::topology);
    busLinks.ifPresent(machine::busLinks);
    collectives.ifPresent(machine::collectives);
    files.ifPresent(machine::fileSystem);
    shmem.ifPresent(machine::shmem);
    switches.ifPresent(machine::switchPower);
    FigureRanges.of(object).forEach(machine::range);
    return new LoadedMachine(
        machine.build(),
        sha256,
        notes,
        sources.withoutSource(),
        new FiguresOfFile(object, name),
        set);
  }

  /** Reads the file again with figures changed. */
  private record FiguresOfFile(Members file, String name) implements OtherFigures {
    @Override
    public LoadedMachine with(Map<String, String> values, MachineCheck check) {
      Findings wrong = new Findings(name + ", as set");
      FileChanges.Changed changed = FileChanges.apply(file, values, check::movement, wrong);
      String text = JsonWriter.file(changed.root());
      return read(
          changed.root(),
          FileBytes.sha256(text.getBytes(StandardCharsets.UTF_8)),
          changed.set(),
          wrong);
    }

    @Override
    public Optional<String> stated(String figure) {
      return StatedFigures.find(file, figure);
    }

    @Override
    public Optional<String> topology() {
      return Optional.ofNullable(file.byName().get("topology"))
          .map(member -> JsonWriter.line(FigureRanges.plain(member.value())));
    }
  }

  private List<String> notes(FileFields file) {
    String allowed = "an array of strings";
    List<String> notes = new ArrayList<>();
    file.array("notes", false, allowed)
        .ifPresent(
            elements -> {
              for (JsonValue element : elements.values()) {
                if (element instanceof Text text) {
                  notes.add(text.text());
                } else {
                  findings.wrong(element, "a string");
                }
              }
            });
    return notes;
  }

  private List<NodeGroup> groups(FileFields file) {
    String allowed = "an array of 1 to " + MOST_GROUPS + " node groups";
    List<NodeGroup> groups = new ArrayList<>();
    file.array("nodeGroups", true, allowed)
        .ifPresent(
            elements -> {
              Set<String> names = new HashSet<>();
              for (JsonValue element : elements.values()) {
                if (element instanceof Members members) {
                  NodeGroup group = group(new FileFields(findings, members));
                  groups.add(group);
                  if (!group.name().isEmpty() && !names.add(group.name())) {
                    findings.wrong(
                        element,
                        "a second group " + Shown.quoted(group.name()),
                        "a unique name for each group");
                  }
                } else {
                  findings.wrong(element, "an object {...} that describes a group of nodes");
                }
              }
              long nodes = groups.stream().mapToLong(NodeGroup::nodes).sum();
              if (elements.values().isEmpty() || elements.values().size() > MOST_GROUPS) {
                findings.wrong(elements, elements.values().size() + " groups", allowed);
              } else if (nodes > MOST_NODES) {
                findings.wrong(
                    elements, nodes + " nodes in all groups", "at most " + MOST_NODES + " nodes");
              }
            });
    return groups;
  }

  private NodeGroup group(FileFields fields) {
    String name = fields.text("name", NAME, NAME_ALLOWED);
    int nodes = fields.wholeNumber("nodes", 1, MOST_NODES);
    int mistakes = findings.count();
    int cores = fields.wholeNumber("coresPerNode", 1, MOST_CORES_PER_NODE);
    boolean coresKnown = findings.count() == mistakes;
    OptionalDouble coreSpeed = fields.optionalFlopPerSecond("coreSpeed");
    double[] ratios = fields.ratios("cpuRatio", coresKnown ? cores : 0);
    String figure = "nodeGroups." + name + ".";
    for (String field : List.of("nodes", "coresPerNode", "coreSpeed", "cpuRatio")) {
      sources.figure(figure + field, fields.has(field));
    }
    FileFields within = fields.object("intraNode", true);
    LinkSpeed intraNode = speed(within, figure + "intraNode");
    within.refuseOthers();
    FileFields links = fields.object("links", false);
    int inputLinks = limit(links, "in", MOST_LINKS, figure + "links");
    int outputLinks = limit(links, "out", MOST_LINKS, figure + "links");
    links.refuseOthers();
    int nics = fields.optionalWholeNumber("nics", 1, MOST_NICS).orElse(1);
    OptionalDouble memory = fields.optionalBytesPerSecond(MEMORY);
    OptionalDouble reduction = fields.optionalBytesPerSecond(REDUCTION);
    OptionalDouble stream = fields.optionalBytesPerSecond(STREAM);
    OptionalDouble coreStream = fields.optionalBytesPerSecond(CORE_STREAM);
    for (String field : List.of("nics", MEMORY, REDUCTION, STREAM, CORE_STREAM)) {
      sources.figure(figure + field, fields.has(field));
    }
    NodeGroupBuilder group =
        NodeGroup.builder(name)
            .nodes(nodes)
            .coresPerNode(cores)
            .cpuRatios(ratios)
            .intraNode(intraNode)
            .inputLinks(inputLinks)
            .outputLinks(outputLinks)
            .nics(nics);
    coreSpeed.ifPresent(group::coreFlopsPerSecond);
    memory.ifPresent(group::memoryBytesPerSecond);
    reduction.ifPresent(group::reductionBytesPerSecond);
    stream.ifPresent(group::streamBytesPerSecond);
    coreStream.ifPresent(group::coreStreamBytesPerSecond);
    KindRatios.read(fields, figure, sources, group);
    PowerSection.ofNode(findings, fields, figure, sources).ifPresent(group::power);
    fields.refuseOthers();
    return group.build();
  }

  private Optional<Topology> topology(FileFields file, List<NodeGroup> groups, List<String> notes) {
    sources.figure("topology", false);
    JsonValue value = file.optional("topology");
    if (!(value instanceof Members members)) {
      if (value != null) {
        findings.wrong(value, "an object {...} that describes a network");
      }
      return Optional.empty();
    }
    int mistakes = findings.count();
    Optional<Topology> topology = TopologySection.read(findings, members, sources);
    long nodes = groups.stream().mapToLong(NodeGroup::nodes).sum();
    if (topology.isPresent() && mistakes == 0 && nodes > 0) {
      int places = topology.get().nodes();
      if (places < nodes) {
        findings.wrong(
            value,
            "a %s, which has places for %d nodes".formatted(topology.get().title(), places),
            "a network for the %d nodes of nodeGroups".formatted(nodes));
        return Optional.empty();
      }
      if (places > nodes) {
        notes.add(
            "The topology has places for %d nodes; the machine's %d nodes take the first ones."
                .formatted(places, nodes));
      }
    }
    return topology;
  }

  private Optional<BusLinks> busLinks(FileFields file, List<NodeGroup> groups) {
    sources.figure("busLinks", file.has("busLinks"));
    JsonValue value = file.optional("busLinks");
    if (value == null) {
      return Optional.empty();
    }
    int mistakes = findings.count();
    Optional<BusLinks> busLinks = BusLinksSection.read(findings, value);
    long nodes = groups.stream().mapToLong(NodeGroup::nodes).sum();
    if (mistakes == 0 && busLinks.isPresent() && busLinks.get().nodes() != nodes) {
      findings.wrong(
          value,
          busLinks.get().nodes() + " nodes in all sites",
          nodes + ", like those of nodeGroups");
      return Optional.empty();
    }
    return busLinks;
  }

  private Optional<CollectiveTable> collectives(FileFields file) {
    sources.figure("collectives", file.has("collectives"));
    JsonValue value = file.optional("collectives");
    if (value == null) {
      return Optional.empty();
    }
    Optional<CollectiveTable> table = CollectivesSection.read(findings, value);
    if (file.optional("modelParameters") instanceof Members settings
        && settings.byName().containsKey("collectives")) {
      findings.wrong(
          value,
          "a second choice of collectives",
          "only one of this and the one in modelParameters");
    }
    return table;
  }

  private Optional<FileSystem> files(FileFields file) {
    sources.figure("fileSystem", false);
    JsonValue value = file.optional("fileSystem");
    return value == null ? Optional.empty() : FileSystemSection.read(findings, value, sources);
  }

  private Optional<ShmemSupport> shmem(FileFields file) {
    sources.figure("shmem", false);
    JsonValue value = file.optional("shmem");
    return value == null ? Optional.empty() : ShmemSection.read(findings, value, sources);
  }

  private Buses buses(FileFields network) {
    LinkSpeed speed = speed(network, "network");
    return new Buses(limit(network, "buses", MOST_BUSES, "network"), speed);
  }

  private LinkSpeed speed(FileFields fields, String figure) {
    long latencyPs = fields.timePs("latency");
    double bytesPerSecond = fields.bytesPerSecond("bandwidth");
    sources.figure(figure + ".latency", fields.has("latency"));
    sources.figure(figure + ".bandwidth", fields.has("bandwidth"));
    return new LinkSpeed(latencyPs, bytesPerSecond);
  }

  private int limit(FileFields fields, String name, int most, String figure) {
    sources.figure(figure + "." + name, fields.has(name));
    return fields.limit(name, most);
  }

  private Map<String, String> modelParameters(FileFields file) {
    Map<String, String> parameters = new LinkedHashMap<>();
    JsonValue value = file.optional("modelParameters");
    if (value instanceof Members members) {
      for (Map.Entry<String, Member> entry : members.byName().entrySet()) {
        String name = entry.getKey();
        JsonValue parameter = entry.getValue().value();
        if (!PARAMETER_NAME.matcher(name).matches()) {
          findings.wrong(
              parameter,
              "the name " + Shown.quoted(name),
              "letters, digits, dots, hyphens and underscores, at most 64");
        } else if (parameter instanceof Text text) {
          parameters.put(name, text.text());
          sources.figure("modelParameters." + name, true);
        } else if (parameter instanceof Members range && FigureRanges.isRange(parameter)) {
          FileFields fields = new FileFields(findings, range);
          parameters.put(name, fields.text(FigureRanges.VALUE, ANY_TEXT, SETTING_ALLOWED));
          fields.text(FigureRanges.FROM, ANY_TEXT, SETTING_ALLOWED);
          fields.text(FigureRanges.TO, ANY_TEXT, SETTING_ALLOWED);
          fields.refuseOthers();
          sources.figure("modelParameters." + name, true);
        } else {
          findings.wrong(parameter, SETTING_ALLOWED);
        }
      }
    } else if (value != null) {
      findings.wrong(value, "an object {...} with a string for each parameter");
    }
    return parameters;
  }
}
