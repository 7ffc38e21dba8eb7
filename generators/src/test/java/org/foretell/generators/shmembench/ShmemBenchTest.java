package org.foretell.generators.shmembench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShmemBenchTest {
  private static final String ALL = "1 1 8 1\n2 2 8 2\n3 3 8 1\n4 4 1 1\n5 5 1 1\n";

  private static ShmemBench of(String text, BenchLanguage language, int repetitions) {
    return new ShmemBench(
        BenchConfiguration.of("config.txt", "config.txt", text), language, repetitions);
  }

  @ParameterizedTest
  @EnumSource
  void eachRoutineHasAFunctionThatIsCalledInItsTestOnly(BenchLanguage language) {
    Map<String, String> files = of(ALL, language, 3).files();
    String source = files.get(language.source());
    assertThat(source).isNotNull().doesNotContain("${", "<#", "<@");
    for (Routine routine : Routines.of(language)) {
      String function = routine.name().replaceFirst("^shmem_", "bench_");
      assertThat(source.split("\\b" + function + "\\(" + routine.of().number() + ", ", -1))
          .as("calls of %s", function)
          .hasSize(2);
      assertThat(source.split("\\b" + routine.name() + "\\(", -1))
          .as("calls of %s", routine.name())
          .hasSizeGreaterThan(1);
    }
    assertThat(files).containsKeys("Makefile", "README.md", "expected-calls.csv");
  }

  @Test
  void routinesOfOtherClassesAreLeftOut() {
    String source = of("4 4 1 1", BenchLanguage.C, 3).files().get("shmem-bench.c");
    assertThat(source).contains("bench_fence(4, 1, 1);").doesNotContain("_iput", "broadcast32");
  }

  @Test
  void callsAreCountedForEachTest() {
    Map<String, Long> calls = of("1 5 1 1\n2 5 1 1\n", BenchLanguage.C, 7).expectedCalls().calls();
    assertThat(calls)
        .containsEntry("shmem_int_atomic_inc", 14L)
        .containsEntry("shmem_init", 1L)
        .containsEntry("shmem_malloc", 3L)
        .doesNotContainKey("shmem_int_put");
    long routines =
        Routines.of(BenchLanguage.C).stream().filter(r -> r.of() == TestClass.ATOMIC).count();
    assertThat(calls.get("shmem_barrier_all")).isEqualTo(2 + 2 * 2 * routines);
  }

  @Test
  void namesOfFilesCannotEndAComment() {
    ShmemBench bench =
        new ShmemBench(
            BenchConfiguration.of("*/ int x;\n", "place", "4 4 1 1"), BenchLanguage.C, 1);
    assertThat(bench.files().get("shmem-bench.c")).doesNotContain("*/ int").contains("__int_x__");
  }
}
