package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.InterfaceFigures.Binding;
import org.foretell.machine.Machine;
import org.foretell.machines.Cluster;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a machine file says of interfaces, memory and reductions. */
final class InterfacesSectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static String network(String fields) {
    return Cluster.with("\"buses\": 3", "\"buses\": 3, " + fields.replace('\'', '"'));
  }

  private static String nodes(String fields) {
    return Cluster.with("\"nics\": 2", "\"nics\": 2, " + fields.replace('\'', '"'));
  }

  private static Machine read(String file) {
    return MachineFiles.parse("cluster.json", file).machine();
  }

  private static void isReadAsWritten(String file) {
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    Machine machine = read(file);
    Machine again = read(MachineJson.write(machine.toBuilder().build(), "made up"));
    assertThat(again.interfaces()).isEqualTo(machine.interfaces());
    assertThat(again.groups()).isEqualTo(machine.groups());
  }

  @Test
  void isReadAndWritten() {
    String file =
        network(
            "'messageRate': '20Mmsg/s', 'rankBandwidth': '12.5GB/s', 'nicBinding': 'block',"
                + " 'stripeThreshold': '64KiB'");
    assertThat(read(file).interfaces())
        .isEqualTo(
            new InterfaceFigures(
                OptionalDouble.of(20e6),
                OptionalDouble.of(12.5e9),
                Optional.of(Binding.BLOCK),
                OptionalLong.of(65536)));
    isReadAsWritten(file);
    isReadAsWritten(
        network(
            "'messageRate': 'unlimited', 'rankBandwidth': 'unlimited', 'nicBinding': 'cyclic',"
                + " 'stripeThreshold': 'unlimited'"));
    assertThat(read(Cluster.TEXT).interfaces()).isEqualTo(InterfaceFigures.UNSTATED);
  }

  /** One that is not written would be missing in the hashes of scenarios too. */
  @Test
  void everyFigureThatThereIsIsWrittenAndInTheSchemaAndRead() throws ReflectiveOperationException {
    RecordComponent[] components = InterfaceFigures.class.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
    Object[] values = Stream.of(types).map(InterfacesSectionTest::some).toArray();
    InterfaceFigures all = InterfaceFigures.class.getDeclaredConstructor(types).newInstance(values);
    Map<String, Object> json = InterfacesSection.json(all);
    assertThat(json).hasSameSizeAs(components);
    String file =
        network(
            json.entrySet().stream()
                .map(field -> "'" + field.getKey() + "': '" + field.getValue() + "'")
                .collect(Collectors.joining(", ")));
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    assertThat(read(file).interfaces()).isEqualTo(all);
  }

  private static Object some(Class<?> type) {
    if (type == OptionalDouble.class) {
      return OptionalDouble.of(7e9);
    }
    if (type == OptionalLong.class) {
      return OptionalLong.of(77);
    }
    assertThat(type).as("of which this test has a value").isEqualTo(Optional.class);
    return Optional.of(Binding.BLOCK);
  }

  @Test
  void nodesHaveMemoryAndReductions() {
    String file = nodes("'memoryBandwidth': '200GB/s', 'reductionBandwidth': '3GB/s'");
    assertThat(read(file).groups().get(0).memoryBytesPerSecond()).hasValue(200e9);
    assertThat(read(file).groups().get(0).reductionBytesPerSecond()).hasValue(3e9);
    assertThat(read(file).groups().get(1).memoryBytesPerSecond()).isEmpty();
    isReadAsWritten(file);
  }

  @Test
  void coresShareTheMemoryOfTheirNode() {
    String file = nodes("'streamBandwidth': '53GB/s', 'coreStreamBandwidth': '8GB/s'");
    assertThat(read(file).groups().get(0).streamBytesPerSecond()).hasValue(53e9);
    assertThat(read(file).groups().get(0).coreStreamBytesPerSecond()).hasValue(8e9);
    assertThat(read(file).groups().get(1).streamBytesPerSecond()).isEmpty();
    isReadAsWritten(file);
  }

  @Test
  void figuresMayHaveBounds() {
    String file =
        network("'messageRate': {'value': '20Mmsg/s', 'from': '10Mmsg/s', 'to': '85Mmsg/s'}");
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    assertThat(read(file).interfaces().messagesPerSecond()).hasValue(20e6);
    assertThat(read(file).ranges())
        .anyMatch(
            range -> range.figure().equals("network.messageRate") && range.to().equals("85Mmsg/s"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "'messageRate': 20 | $.network.messageRate: found 20 without a unit; allowed: a message"
            + " rate above zero",
        "'messageRate': '0msg/s' | $.network.messageRate",
        "'messageRate': '20M' | $.network.messageRate",
        "'rankBandwidth': '0GB/s' | $.network.rankBandwidth",
        "'nicBinding': 'numa' | $.network.nicBinding: found \"numa\"; allowed: \"cyclic\" or"
            + " \"block\"",
        "'stripeThreshold': '64' | $.network.stripeThreshold",
        "'mesageRate': '1msg/s' | allowed: \"messageRate\" (did you mean that?)"
      })
  void mistakesAreReportedWithTheirPlace(String fields, String message) {
    assertThatThrownBy(() -> read(network(fields)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(message);
  }
}
