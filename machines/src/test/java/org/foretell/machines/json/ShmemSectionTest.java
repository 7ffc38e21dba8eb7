package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.foretell.machine.Machine;
import org.foretell.machine.ShmemSupport;
import org.foretell.machines.Cluster;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShmemSectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static String file(String section) {
    return Cluster.with("{\n  \"", "{\n  \"shmem\": " + section.replace('\'', '"') + ",\n  \"");
  }

  private static Machine read(String file) {
    return MachineFiles.parse("cluster.json", file).machine();
  }

  @Test
  void isReadAndWritten() {
    String file = file("{'progress': 'software', 'atomic': '100ns', 'strided': 'elements'}");
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    ShmemSupport expected =
        new ShmemSupport(ShmemSupport.Progress.SOFTWARE, 100_000, ShmemSupport.Strided.ELEMENTS);
    assertThat(read(file).shmem()).contains(expected);
    assertThat(read(MachineJson.write(read(file), "made up")).shmem()).contains(expected);
    assertThat(read(file("{}")).shmem()).contains(ShmemSupport.HARDWARE);
    assertThat(read(Cluster.with("\"name\"", "\"name\"")).shmem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{'progress': 'none'} | $.shmem.progress",
        "{'atomic': 5} | $.shmem.atomic",
        "{'strided': true} | $.shmem.strided",
        "{'lock': '1us'} | $.shmem.lock",
        "[] | $.shmem"
      })
  void mistakesAreReportedWithTheirPlace(String section, String place) {
    assertThatThrownBy(() -> read(file(section)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(place);
  }
}
