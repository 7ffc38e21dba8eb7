package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Optional;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machines.Cluster;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSystemSectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static final String FILES =
      "{'servers': 40, 'server': {'latency': '0.1ms', 'bandwidth': '2.5GB/s'},"
          + " 'client': {'latency': '50us', 'bandwidth': '12.5GB/s'}, 'metadataLatency': '0.5ms',"
          + " 'stripeSize': '1MiB', 'stripeCount': 4}";

  private static String file(String section) {
    return Cluster.with(
        "{\n  \"", "{\n  \"fileSystem\": " + section.replace('\'', '"') + ",\n  \"");
  }

  private static Machine read(String file) {
    return MachineFiles.parse("cluster.json", file).machine();
  }

  @Test
  void theFileSystemIsRead() {
    String file = file(FILES);
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    FileSystem expected =
        new FileSystem(
            40,
            new LinkSpeed(100_000_000, 2.5e9),
            new LinkSpeed(50_000_000, 12.5e9),
            500_000_000,
            1 << 20,
            4);
    assertThat(read(file).fileSystem()).isEqualTo(Optional.of(expected));
    assertThat(read(file).unverified())
        .contains("fileSystem.servers", "fileSystem.client.latency", "fileSystem.stripeCount");
  }

  @Test
  void timesMayBeInDays() {
    String file = file(FILES.replace("0.5ms", "1d"));
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    assertThat(read(file).fileSystem().orElseThrow().metadataPs())
        .isEqualTo(24 * 3600 * 1_000_000_000_000L);
  }

  @Test
  void filesLieOnAllServersByDefault() {
    Machine machine = read(file(FILES.replace(", 'stripeCount': 4", "")));
    assertThat(machine.fileSystem().orElseThrow().stripeCount()).isEqualTo(40);
    assertThat(read(file(FILES.replace("1MiB", "unlimited"))).fileSystem().orElseThrow())
        .returns(Long.MAX_VALUE, FileSystem::stripeBytes);
  }

  @Test
  void itIsWrittenAndReadBack() {
    for (String section : new String[] {FILES, FILES.replace("1MiB", "unlimited")}) {
      Machine machine = read(file(section));
      assertThat(read(MachineJson.write(machine, "made up")).fileSystem())
          .isEqualTo(machine.fileSystem());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'servers': 40 | 'servers': 0 | $.fileSystem.servers: found 0",
        "'servers': 40, | | $.fileSystem.servers: found nothing",
        "'0.1ms' | 0.1 | $.fileSystem.server.latency: found 0.1 without a unit",
        "'2.5GB/s' | '0GB/s' | $.fileSystem.server.bandwidth",
        "'latency': '50us', | | $.fileSystem.client.latency: found nothing",
        "'metadataLatency' | 'metaDataLatency' | \"metadataLatency\" (did you mean that?)",
        "'1MiB' | '0B' | a stripe of no bytes",
        "'stripeCount': 4 | 'stripeCount': 41 | $.fileSystem.stripeCount: found 41; allowed: a"
            + " whole number from 1 to 40",
      })
  void mistakesAreReportedWithTheirPlace(String right, String wrong, String message) {
    String section = FILES.replace(right, wrong == null ? "" : wrong);
    assertThat(section).isNotEqualTo(FILES);
    assertThatThrownBy(() -> read(file(section)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("line ")
        .hasMessageContaining(message);
  }

  @Test
  void somethingElseIsNoFileSystem() {
    assertThatThrownBy(() -> read(file("[]")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("$.fileSystem");
  }
}
