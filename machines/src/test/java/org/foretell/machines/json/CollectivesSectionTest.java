package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Optional;
import org.foretell.machine.CollectiveRule;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.Machine;
import org.foretell.machines.Cluster;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.MachineFileException;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectivesSectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static final String TABLE =
      """
      {
        'profile': 'mpich4',
        'rules': [
          {'collective': 'allreduce', 'minRanks': 2, 'maxRanks': 64, 'minSize': '1B',
           'maxSize': '2KiB', 'powerOfTwo': true, 'algorithm': 'recursive-doubling'},
          {'collective': 'bcast', 'algorithm': 'pipeline/64KiB'}
        ]
      }
      """;

  private static String file(String section) {
    return Cluster.with(
        "{\n  \"", "{\n  \"collectives\": " + section.replace('\'', '"') + ",\n  \"");
  }

  private static Machine read(String file) {
    return MachineFiles.parse("cluster.json", file).machine();
  }

  @Test
  void theTableIsRead() {
    String file = file(TABLE);
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    assertThat(read(file).collectives())
        .isEqualTo(
            Optional.of(
                new CollectiveTable(
                    "mpich4",
                    List.of(
                        new CollectiveRule(
                            OpCode.ALLREDUCE, 2, 64, 1, 2048, true, "recursive-doubling"),
                        new CollectiveRule(OpCode.BCAST, "pipeline/64KiB")))));
  }

  @Test
  void itIsWrittenAndReadBack() {
    Machine machine = read(file(TABLE));
    assertThat(read(MachineJson.write(machine, "made up")).collectives())
        .isEqualTo(machine.collectives());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[] | $.collectives",
        "{'rules': []} | profile",
        "{'profile': 'Mpich 4'} | $.collectives.profile",
        "{'profile': 'mpich4', 'rules': {}} | $.collectives.rules",
        "{'profile': 'mpich4', 'rules': [7]} | $.collectives.rules[0]",
        "{'profile': 'mpich4', 'rules': [{'algorithm': 'ring'}]} | collective",
        "{'profile': 'mpich4', 'rules': [{'collective': 'alreduce', 'algorithm': 'ring'}]}"
            + " | allreduce",
        "{'profile': 'mpich4', 'rules': [{'collective': 'iallreduce', 'algorithm': 'ring'}]}"
            + " | $.collectives.rules[0].collective",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast'}]} | algorithm",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'a b'}]}"
            + " | $.collectives.rules[0].algorithm",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'binomial',"
            + " 'minRanks': 9, 'maxRanks': 8}]} | a rule from 9 to 8 ranks",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'binomial',"
            + " 'minSize': '2B', 'maxSize': '1B'}]} | a rule from 2 to 1 bytes",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'binomial',"
            + " 'maxSize': 1024}]} | without a unit",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'binomial',"
            + " 'powerOfTwo': 'yes'}]} | true or false",
        "{'profile': 'mpich4', 'rules': [{'collective': 'bcast', 'algorithm': 'binomial',"
            + " 'ranks': 3}]} | ranks",
        "{'profile': 'mpich4', 'rule': []} | rule",
      })
  void mistakesAreReportedWithTheirPlace(String section, String message) {
    assertThatThrownBy(() -> read(file(section)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aSecondChoiceIsRefused() {
    String file =
        file(TABLE)
            .replace(
                "\"modelParameters\": {", "\"modelParameters\": {\"collectives\": \"ompi5\", ");
    assertThat(file).contains("ompi5");
    assertThatThrownBy(() -> read(file)).hasMessageContaining("a second choice of collectives");
  }
}
