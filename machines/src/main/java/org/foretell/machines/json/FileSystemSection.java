package org.foretell.machines.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.time.Quantity;

/** The object {@code fileSystem} of a machine file. */
public final class FileSystemSection {
  private static final String FIGURE = "fileSystem";

  private FileSystemSection() {}

  /** The description; empty if something is wrong with it, which then is among the findings. */
  static Optional<FileSystem> read(Findings findings, JsonValue value, FigureSources sources) {
    if (!(value instanceof Members object)) {
      findings.wrong(value, "an object {...} that describes servers of files");
      return Optional.empty();
    }
    int mistakes = findings.count();
    FileFields fields = new FileFields(findings, object);
    int servers = fields.wholeNumber("servers", 1, FileSystem.MOST_SERVERS);
    boolean serversKnown = findings.count() == mistakes;
    LinkSpeed server = speed(fields.object("server", true), "server", sources);
    LinkSpeed client = speed(fields.object("client", true), "client", sources);
    long metadataPs = fields.timePs("metadataLatency");
    long stripeBytes = fields.bytes("stripeSize");
    int most = serversKnown ? servers : FileSystem.MOST_SERVERS;
    int stripeCount = fields.optionalWholeNumber("stripeCount", 1, most).orElse(servers);
    for (String field : new String[] {"servers", "metadataLatency", "stripeSize", "stripeCount"}) {
      sources.figure(FIGURE + "." + field, fields.has(field));
    }
    fields.refuseOthers();
    if (findings.count() > mistakes) {
      return Optional.empty();
    }
    if (stripeBytes < 1) {
      findings.wrong(object, "a stripe of no bytes", "a stripeSize from 1 B on, or \"unlimited\"");
      return Optional.empty();
    }
    return Optional.of(
        new FileSystem(servers, server, client, metadataPs, stripeBytes, stripeCount));
  }

  private static String stripe(long bytes) {
    return bytes == Long.MAX_VALUE ? Quantity.UNLIMITED : bytes + "B";
  }

  private static LinkSpeed speed(FileFields fields, String name, FigureSources sources) {
    LinkSpeed speed = new LinkSpeed(fields.timePs("latency"), fields.bytesPerSecond("bandwidth"));
    sources.figure(FIGURE + "." + name + ".latency", fields.has("latency"));
    sources.figure(FIGURE + "." + name + ".bandwidth", fields.has("bandwidth"));
    fields.refuseOthers();
    return speed;
  }

  /** The object that {@link #read} reads. */
  public static Map<String, Object> json(FileSystem files) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("servers", files.servers());
    json.put("server", BusLinksJson.speed(files.server()));
    json.put("client", BusLinksJson.speed(files.client()));
    json.put("metadataLatency", BusLinksJson.time(files.metadataPs()));
    json.put("stripeSize", stripe(files.stripeBytes()));
    json.put("stripeCount", files.stripeCount());
    return json;
  }
}
