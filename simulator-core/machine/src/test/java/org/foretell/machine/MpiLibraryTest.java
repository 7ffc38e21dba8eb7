package org.foretell.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MpiLibraryTest {
  @ParameterizedTest
  @CsvSource({
    "'Open MPI v4.1.4, package: Debian', ompi5, Open MPI v4.1.4",
    "'Foretell tracer 0.1.0, Open MPI v4.0.7', ompi4, Open MPI v4.0.7",
    "'MPICH Version:	4.0.2', mpich4, MPICH 4.0.2",
    "'tracer, MPICH Version: 3.4', mpich3, MPICH 3.4",
    "'tracer, MPICH 4.0.2', mpich4, MPICH 4.0.2"
  })
  void aLibraryHasANameAndAProfile(String text, String profile, String name) {
    assertThat(MpiLibrary.profile(text)).contains(profile);
    assertThat(MpiLibrary.name(text)).contains(name);
  }

  @Test
  void otherLibrariesAreUnknown() {
    assertThat(MpiLibrary.profile("Some MPI 1.0")).isEmpty();
    assertThat(MpiLibrary.name("SimGrid time-independent trace")).isEmpty();
  }
}
