package org.foretell.machines.dimemas;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.FanModel;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.RankMapping;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.SizeCondition.Comparison;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.Shown;
import org.foretell.machines.json.MadeFigures;
import org.foretell.trace.OpCode;
import org.foretell.trace.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration of Dimemas 5 ({@code .cfg}) and its communications file. {@code
 * docs/dimemas.md} says what becomes of each record.
 */
public final class DimemasConfiguration {
  static final String MAGIC = "#DIMEMAS_CONFIGURATION";

  /** The model that reproduces Dimemas. */
  /** What a machine file can hold as the name of a site. */
  private static final Pattern SITE_NAME = Pattern.compile("[^\\p{Cc}\\p{Zl}\\p{Zp}]{0,200}");

  private static final String MODEL = "bus-link";

  private static final int MOST_SITES = 1024;
  private static final int MOST_NODES = 1 << 24;
  private static final int MOST_CPUS = 1 << 16;
  private static final int MOST_SLOTS = Integer.MAX_VALUE;
  private static final int MOST_ID = Integer.MAX_VALUE;
  private static final double MOST_RATIO = 1e6;

  private static final List<FanModel> FAN_MODELS =
      List.of(FanModel.CONSTANT, FanModel.LINEAR, FanModel.LOGARITHMIC);
  private static final List<Traffic> TRAFFIC =
      List.of(Traffic.EXPONENTIAL, Traffic.LOGARITHMIC, Traffic.LINEAR, Traffic.NONE);
  private static final Map<String, Comparison> COMPARISONS =
      Map.of("<", Comparison.BELOW, "=", Comparison.EQUAL, ">", Comparison.ABOVE);
  private static final Pattern PER_NODE =
      Pattern.compile("\\s*(\\d{1,9})\\s+TASKS_PER_NODE\\s*", Pattern.CASE_INSENSITIVE);

  /** Dimemas takes no other model for a reduce. */
  private static final Map<OpCode, Fans> ALWAYS =
      Map.of(OpCode.REDUCE, Fans.both(FanModel.CONSTANT));

  /** One of the machines of Dimemas, while its records are read. */
  private static final class Site {
    String name = "";
    int nodes;
    double bytesPerSecond = 1;
    int buses;
    FanModel collectives = FanModel.CONSTANT;
    final List<BusNodes> groups = new ArrayList<>();
    final TreeMap<Integer, BusNodes> numbered = new TreeMap<>();

    long described() {
      return groups.stream().mapToLong(BusNodes::count).sum() + numbered.size();
    }
  }

  private final String file;
  private final @Nullable Path folder;
  private final Findings findings;

  private final List<Site> sites = new ArrayList<>();
  private final Map<Integer, CfgRecord> environments = new HashMap<>();
  private final List<BurstRule> burstRules = new ArrayList<>();
  private final List<DedicatedConnection> dedicated = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable CfgRecord wideAreaRecord;
  private WideArea wideArea = WideArea.NONE;
  private Optional<RankMapping> mapping = Optional.empty();
  private DimemasCommunications communications;
  private byte[] communicationBytes = {};
  private int connections;

  /** Whether no record is missing because it could not be read. */
  private boolean allRecords;

  private DimemasConfiguration(String file, @Nullable Path folder, Findings findings) {
    this.file = file;
    this.folder = folder;
    this.findings = findings;
    this.communications = new DimemasCommunications(findings);
  }

  /** Whether a text begins like a configuration, or like one of the form before version 5. */
  public static boolean recognises(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(bytes.length, 256), StandardCharsets.ISO_8859_1);
    return start.stripLeading().startsWith(MAGIC) || isOld(start);
  }

  private static boolean isOld(String start) {
    return start.stripLeading().startsWith("SDDFA") || start.stripLeading().startsWith("/*");
  }

  /**
   * Reads a configuration.
   *
   * @param file its name, for messages
   * @param folder where its communications file is looked for
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine read(String file, byte[] bytes, @Nullable Path folder) {
    Findings findings = new Findings(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1).stripLeading();
    if (isOld(text.substring(0, Math.min(text.length(), 256)))) {
      findings.add(
          "$",
          1,
          1,
          "a configuration of the old form (SDDFA)",
          "one of Dimemas 5, whose first line is " + MAGIC);
      throw findings.exception();
    }
    if (bytes.length > FileBytes.MOST) {
      findings.add("$", 0, 0, "a longer file", "at most " + FileBytes.MOST + " bytes");
      throw findings.exception();
    }
    return new DimemasConfiguration(file, folder, findings).read(bytes, text);
  }

  private LoadedMachine read(byte[] bytes, String text) {
    List<CfgRecord> records = CfgText.records(text, findings);
    allRecords = findings.count() == 0;
    // Nodes belong to machines, wherever in the file these stand.
    records.stream().filter(r -> r.name().equals("environment information")).forEach(this::site);
    records.forEach(this::record);
    checkSites();
    findings.throwIfAny();
    BusLinks busLinks = new BusLinks(busSites(), wideArea(), burstRules, mapping);
    Machine machine = machine(busLinks);
    return new LoadedMachine(
        machine,
        FileBytes.sha256(bytes, communicationBytes),
        notes,
        List.of(),
        MadeFigures.of(machine, ""),
        List.of());
  }

  private void record(CfgRecord record) {
    switch (record.name()) {
      case "environment information", "file system parameters" -> {}
      case "wide area network information" -> wideArea(record);
      case "multi node information" -> {
        if (record.has(14, 14)) {
          Site site = siteOf(record);
          int count = record.count("nodes", 1, MOST_NODES);
          nodes(record, count).ifPresent(site.groups::add);
        }
      }
      case "node information" -> {
        if (record.has(13, 14)) {
          Site site = siteOf(record);
          if (!record.nextIsNumber()) {
            if (record.has(13, 13)) {
              nodes(record, 1).ifPresent(site.groups::add);
            }
          } else if (record.has(14, 14)) {
            int number = record.count("node", 0, MOST_NODES - 1);
            nodes(record, 1).ifPresent(node -> site.numbered.put(number, node));
          }
        }
      }
      case "mapping information" -> listedMapping(record);
      case "predefined mapping information" -> predefinedMapping(record);
      case "configuration files" -> files(record);
      case "modules information" -> {
        if (record.has(3, 3)) {
          burstRules.add(
              new BurstRule(
                  record.whole("event type", 0, Long.MAX_VALUE / 10),
                  record.whole("event value", 0, Long.MAX_VALUE / 10),
                  record.number("ratio", -1e6, MOST_RATIO, "a number from -1e6 to 1e6")));
        }
      }
      case "dedicated connection information" -> dedicated(record);
      case "accelerator node information" ->
          notes.add("accelerators are not simulated; GPU bursts keep their traced time");
      default ->
          record.wrong(
              "the unknown record " + Shown.quoted(record.name()),
              "a record of a Dimemas configuration, like \"environment information\"");
    }
  }

  private void site(CfgRecord record) {
    if (!record.has(7, 7)) {
      allRecords = false;
      return;
    }
    Site site = new Site();
    site.name = record.text();
    if (!SITE_NAME.matcher(site.name).matches()) {
      record.wrong(
          "the name " + Shown.quoted(site.name), "one line of at most 200 printable characters");
    }
    int id = record.count("machine", 0, MOST_SITES - 1);
    record.skip();
    site.nodes = record.count("nodes", 1, MOST_NODES);
    site.bytesPerSecond = record.bytesPerSecond("bandwidth");
    site.buses = record.count("buses", 0, MOST_SLOTS);
    site.collectives = record.choice("collective model", FAN_MODELS);
    if (environments.put(id, record) != null) {
      record.wrong("a second machine " + id, "one record for each machine");
    } else if (id != sites.size()) {
      disagrees(record, "machine " + id, "machines in order, " + sites.size() + " next");
    }
    sites.add(site);
  }

  /** Reports that records do not agree, unless that may be so because one of them is missing. */
  private void disagrees(CfgRecord record, String found, String allowed) {
    if (allRecords) {
      record.wrong(found, allowed);
    }
  }

  private Site siteOf(CfgRecord record) {
    int id = record.count("machine", 0, MOST_SITES - 1);
    if (id >= sites.size()) {
      disagrees(
          record,
          "machine " + id,
          "the number of a machine that an \"environment information\" describes");
      return new Site();
    }
    return sites.get(id);
  }

  private Optional<BusNodes> nodes(CfgRecord record, int count) {
    int mistakes = findings.count();
    record.skip();
    int cpus = record.count("cpus", 1, MOST_CPUS);
    double ratio = record.number("cpu ratio", -MOST_RATIO, MOST_RATIO, "a number up to 1e6");
    long intraLatencyPs = record.timePs("intra-node latency");
    double intraBytesPerSecond = record.bytesPerSecond("intra-node bandwidth");
    int intraBuses = record.count("intra-node buses", 0, MOST_SLOTS);
    int intraInputLinks = record.count("intra-node input links", 0, MOST_CPUS);
    int intraOutputLinks = record.count("intra-node output links", 0, MOST_CPUS);
    long latencyPs = record.timePs("latency");
    int inputLinks = record.count("input links", 0, MOST_CPUS);
    int outputLinks = record.count("output links", 0, MOST_CPUS);
    long wideAreaLatencyPs = record.timePs("WAN latency");
    if (findings.count() > mistakes) {
      return Optional.empty();
    }
    return Optional.of(
        BusNodes.builder(count)
            .cpus(cpus)
            .cpuRatio(Math.max(ratio, 0)) // Dimemas: bursts take no time
            .intraNode(new LinkSpeed(intraLatencyPs, intraBytesPerSecond))
            .intraBuses(intraBuses)
            .intraLinks(intraInputLinks, intraOutputLinks)
            .latencyPs(latencyPs)
            .links(inputLinks, outputLinks)
            .wideAreaLatencyPs(wideAreaLatencyPs)
            .build());
  }

  private void wideArea(CfgRecord record) {
    if (wideAreaRecord != null) {
      record.wrong("a second such record", "one");
    }
    wideAreaRecord = record;
    if (!record.has(7, 7)) {
      return;
    }
    record.skip();
    int machines = record.count("machines", 1, MOST_SITES);
    connections = record.count("dedicated connections", 0, MOST_SITES);
    Traffic traffic = record.choice("traffic function", TRAFFIC);
    double maxTraffic = record.number("max traffic", 0, Double.MAX_VALUE, "a number of at least 0");
    double bytesPerSecond = record.bytesPerSecond("bandwidth");
    FanModel collectives = record.choice("collective model", FAN_MODELS);
    wideArea =
        WideArea.builder()
            .bytesPerSecond(bytesPerSecond)
            .traffic(traffic, maxTraffic, 0)
            .collectives(collectives)
            .fans(ALWAYS)
            .build();
    if (machines != sites.size()) {
      disagrees(
          record,
          machines + " machines",
          sites.size() + ", as there are records \"environment information\"");
    }
  }

  private void dedicated(CfgRecord record) {
    if (!record.has(13, 13)) {
      return;
    }
    record.skip();
    int most = allRecords ? Math.max(sites.size() - 1, 0) : MOST_SITES;
    int source = record.count("source machine", 0, most);
    int destination = record.count("destination machine", 0, most);
    double bytesPerSecond = record.bytesPerSecond("bandwidth");
    List<Long> tags = record.list("tags", 0, MOST_ID);
    long firstBytes = record.whole("first size", 0, Long.MAX_VALUE / 10);
    Comparison first = comparison(record, "first comparison");
    boolean both = record.word("operator", List.of("&", "|")).equals("&");
    long secondBytes = record.whole("second size", 0, Long.MAX_VALUE / 10);
    Comparison second = comparison(record, "second comparison");
    if (!record.list("communicators", 1, MOST_ID).isEmpty()) {
      notes.add(
          "the communicators of a dedicated connection have no effect: messages choose it by tag"
              + " and size, and collectives never do");
    }
    dedicated.add(
        new DedicatedConnection(
            source,
            destination,
            bytesPerSecond,
            tags,
            new SizeCondition(first, firstBytes, both, second, secondBytes),
            record.timePs("latency"),
            record.timePs("flight time")));
  }

  private static Comparison comparison(CfgRecord record, String what) {
    return Objects.requireNonNull(COMPARISONS.get(record.word(what, List.of("<", "=", ">"))));
  }

  private void listedMapping(CfgRecord record) {
    if (!record.has(3, 3)) {
      return;
    }
    record.skip();
    int mistakes = findings.count();
    int tasks = record.count("tasks", 1, MOST_NODES);
    List<Long> nodes = record.list("nodes", 0, MOST_NODES - 1);
    if (findings.count() > mistakes) {
      return;
    }
    if (nodes.size() != tasks) {
      record.wrong(nodes.size() + " nodes", tasks + ", one for each task");
    } else {
      mapping =
          Optional.of(new RankMapping.Listed(nodes.stream().mapToInt(Long::intValue).toArray()));
    }
  }

  private void predefinedMapping(CfgRecord record) {
    if (!record.has(1, 2)) {
      return;
    }
    if (record.size() == 2) {
      record.skip();
    }
    String text = record.text();
    Matcher perNode = PER_NODE.matcher(text);
    switch (text.strip().toUpperCase(Locale.ROOT)) {
      case "FILL_NODES" -> mapping = Optional.of(new RankMapping.FillNodes());
      case "INTERLEAVED" -> mapping = Optional.of(new RankMapping.Interleaved());
      default -> {
        if (perNode.matches() && Integer.parseInt(perNode.group(1)) > 0) {
          mapping = Optional.of(new RankMapping.PerNode(Integer.parseInt(perNode.group(1))));
        } else {
          record.wrong(Shown.quoted(text), "FILL_NODES, INTERLEAVED or n TASKS_PER_NODE");
        }
      }
    }
  }

  private void files(CfgRecord record) {
    if (!record.has(4, 4)) {
      return;
    }
    if (!record.text().isEmpty()) {
      notes.add("the scheduler file is not read: tasks of a node queue for its CPUs");
    }
    record.skip();
    String name = record.text();
    if (name.isEmpty()) {
      return;
    }
    Path path;
    try {
      path = folder == null ? Path.of(name) : folder.resolve(name);
    } catch (InvalidPathException e) {
      record.wrong("the communications file " + Shown.quoted(name), "a valid file name");
      return;
    }
    try {
      communicationBytes = Files.readAllBytes(RegularFile.check(path));
      communications =
          DimemasCommunications.read(path.toString(), communicationBytes, sites.size(), findings);
    } catch (IOException e) {
      record.wrong("the communications file " + Shown.quoted(path.toString()), "a readable file");
    }
  }

  private void checkSites() {
    if (sites.isEmpty() && findings.count() == 0) {
      findings.add("$", 0, 0, "no \"environment information\"", "one for each machine");
    }
    for (int id = 0; id < sites.size(); id++) {
      Site site = sites.get(id);
      CfgRecord record = environments.get(id);
      if (record == null || findings.count() > 0) {
        continue; // nodes may be missing because their record was wrong
      }
      if (site.described() != site.nodes) {
        record.wrong(
            site.nodes + " nodes, but records for " + site.described() + " of them",
            "records \"multi node information\" or \"node information\" for each node");
      } else if (!site.numbered.isEmpty()
          && (!site.groups.isEmpty() || site.numbered.lastKey() != site.nodes - 1)) {
        record.wrong(
            "nodes with numbers other than 0 to " + (site.nodes - 1),
            "nodes that all have their number, from 0, or none of them");
      }
    }
    if (wideAreaRecord == null && sites.size() > 1) {
      findings.add(
          "$",
          0,
          0,
          "no \"wide area network information\"",
          "one, because there are several machines");
    }
    if (wideAreaRecord != null && connections != dedicated.size() && findings.count() == 0) {
      wideAreaRecord.wrong(
          connections + " dedicated connections",
          dedicated.size() + ", as there are records of them");
    }
    if (sites.stream().mapToLong(site -> site.nodes).sum() > MOST_NODES) {
      findings.add("$", 0, 0, "more nodes", "at most " + MOST_NODES + " nodes in all");
    }
  }

  private List<BusSite> busSites() {
    List<BusSite> list = new ArrayList<>();
    for (int id = 0; id < sites.size(); id++) {
      Site site = sites.get(id);
      Map<OpCode, Fans> fans = new HashMap<>(communications.fans(id));
      fans.putAll(ALWAYS);
      BusSharing sharing = communications.sharing(id);
      list.add(
          BusSite.builder(site.name)
              .nodes(site.numbered.isEmpty() ? site.groups : List.copyOf(site.numbered.values()))
              .bytesPerSecond(site.bytesPerSecond)
              .buses(site.buses)
              .sharing(sharing)
              .collectives(site.collectives)
              .fans(fans)
              .build());
    }
    return list;
  }

  private WideArea wideArea() {
    Map<OpCode, Fans> fans = new HashMap<>(communications.externalFans());
    fans.putAll(ALWAYS);
    return wideArea.toBuilder()
        .fans(fans)
        .flightPs(communications.flightPs())
        .dedicated(dedicated)
        .build();
  }

  private Machine machine(BusLinks busLinks) {
    BusSite first = busLinks.sites().get(0);
    String stem = String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.cfg$", "");
    String name = stem.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "-");
    MachineBuilder machine =
        Machine.builder(name.matches("[a-z0-9][a-z0-9-]{0,63}") ? name : "dimemas")
            .title("Dimemas configuration " + stem)
            .network(new LinkSpeed(first.nodes().get(0).latencyPs(), first.bytesPerSecond()))
            .buses(first.buses())
            .source("all figures: the Dimemas configuration")
            .defaultModel(MODEL)
            .modelParameter("collectives", "formula")
            .busLinks(busLinks);
    for (int site = 0; site < busLinks.sites().size(); site++) {
      List<BusNodes> nodes = busLinks.sites().get(site).nodes();
      for (int i = 0; i < nodes.size(); i++) {
        machine.nodes(group("machine" + site + "-nodes" + i, nodes.get(i)));
      }
    }
    return machine.build();
  }

  private static NodeGroup group(String name, BusNodes nodes) {
    double ratio = nodes.cpuRatio();
    return NodeGroup.builder(name)
        .nodes(nodes.count())
        .coresPerNode(nodes.cpus())
        .cpuRatios(ratio >= 1 / MOST_RATIO ? new double[] {ratio} : new double[0])
        .intraNode(nodes.intraNode())
        .inputLinks(nodes.inputLinks())
        .outputLinks(nodes.outputLinks())
        .build();
  }
}
