package org.foretell.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library is the one for the program's MPI. */
class TracerLibraryTest {
  private static final Path MPICH = Path.of("/t/libforetell-trace-mpich.so");
  private static final Path OPEN_MPI = Path.of("/t/libforetell-trace-openmpi.so");
  private static final List<Path> BUILT = List.of(MPICH, OPEN_MPI);

  @TempDir private Path folder;

  private String program(String path, String content) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, ("\u007fELF.." + content).getBytes(StandardCharsets.ISO_8859_1));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  @Test
  void whatTheProgramIsLinkedWithDecides() throws IOException {
    String launcher = program("mpirun", "");
    String with = program("a", "libm.so.6\0libmpich.so.12\0");
    assertThat(TracerLibrary.choose(BUILT, List.of(launcher, "-n", "2", with))).isEqualTo(MPICH);
    String other = program("b", "libmpi.so.40\0");
    assertThat(TracerLibrary.choose(BUILT, List.of(launcher, other))).isEqualTo(OPEN_MPI);
    String shmem = program("c", "liboshmem.so.40\0");
    assertThat(TracerLibrary.choose(BUILT, List.of(shmem))).isEqualTo(OPEN_MPI);
  }

  @Test
  void elseThePlaceOfTheLauncher() throws IOException {
    String launcher = program("opt/mpich/bin/mpiexec", "");
    assertThat(TracerLibrary.choose(BUILT, List.of(launcher, "./script"))).isEqualTo(MPICH);
    assertThat(TracerLibrary.choose(BUILT, List.of("no-such-launcher"))).isEqualTo(OPEN_MPI);
  }

  @Test
  void oneForAllGoesFirstAndOneAloneIsTaken() {
    Path all = Path.of("/t/libforetell-trace.so");
    assertThat(TracerLibrary.choose(List.of(MPICH, OPEN_MPI, all), List.of("x"))).isEqualTo(all);
    assertThat(TracerLibrary.choose(List.of(MPICH), List.of("x"))).isEqualTo(MPICH);
  }
}
