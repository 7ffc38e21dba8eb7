package org.foretell.generators.program.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsedPartsTest {
  private static final String LIBRARY =
      """
      #include <stdio.h>

      static int seldom;
      static void count(int by) { seldom += by; }

      /* Calls count. */
      static inline int twice(int n) {
        count(n);
        return 2 * n;
      }

      static inline int never(int n) { return n; }

      #define seen(n) (twice(n) + 1)

      struct pair {
        int a, b;
      };
      """;

  @Test
  void onlyWhatIsNamedStays() {
    assertThat(UsedParts.of(LIBRARY, "int main(void) { return seen(3); }"))
        .contains("#include", "static int seldom", "twice(int n)", "#define seen")
        .doesNotContain("never", "struct pair");
  }

  @Test
  void whatIsNamedByNobodyGoes() {
    assertThat(UsedParts.of(LIBRARY, "int main(void) { return 0; }"))
        .isEqualTo("#include <stdio.h>\n");
    assertThat(UsedParts.of(LIBRARY, "struct pair p;"))
        .contains("struct pair {")
        .doesNotContain("twice");
  }
}
