package org.foretell.tracer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes a program that calls each traced function of a library once, and prints their names: {@code ShmemCalls SPEC
 * SCHEMA LIBRARY.nm PROGRAM.c}. What begins, ends and allocates is there as any program has it.
 */
final class ShmemCalls {
  /** Open MPI 4.1.4 writes 8 bytes into the 4 of its caller's caller. */
  private static final String BROKEN = "shmemx?_(ctx_)?u?int(32)?_(atomic_compare_swap|cswap)";

  private ShmemCalls() {}

  public static void main(String[] arguments) throws IOException {
    Interface of = SpecReader.read(Path.of(arguments[0]), Path.of(arguments[1]));
    Set<String> symbols = Library.symbols(List.of(Path.of(arguments[2])));
    List<String> lines = new ArrayList<>();
    for (Function function : of.functions()) {
      boolean called = function.isTraced() && symbols.contains(function.name()) && !function.name().matches(BROKEN)
          && !List.of("init", "finalize", "abort", "allocate", "release").contains(function.does());
      if (called) {
        lines.add("  " + call(function) + ";");
        if (function.name().matches(".*(barrier|sync|broadcast|collect|alltoall|_to_all).*") || function.name().equals("shmem_clear_lock")) {
          lines.add("  shmem_barrier_all();");
        }
        if (!function.name().equals("shmem_barrier_all")) {
          System.out.println(function.name());
        }
      }
    }
    Files.writeString(Path.of(arguments[3]),
        """
        #include <shmem.h>
        #include <shmemx.h>
        static char target[4096] __attribute__((aligned(16))), source[4096] __attribute__((aligned(16)));
        static long pWrk[64], pSync[8][64], lock;
        int main(void) {
          shmem_init();
          int pe = 1 - shmem_my_pe(), PE_size = shmem_n_pes(), provided, zero = 0;
          shmem_ctx_t ctx;
          for (int i = 0; i < 8 * 64; i++)
            pSync[i / 64][i % 64] = SHMEM_SYNC_VALUE;
          shmem_barrier_all();
        """ + String.join("\n", lines) + "\n  shmem_finalize();\n  return 0;\n}\n");
  }

  private static String call(Function function) {
    List<String> values = function.arguments().stream().map(argument -> value(function, argument)).toList();
    return function.name() + "(" + String.join(", ", values) + ")";
  }

  private static int kind(String op) {
    return List.of("shmem_barrier", "shmem_sync", "shmem_broadcast", "shmem_collect", "shmem_fcollect", "shmem_alltoall", "shmem_alltoalls", "shmem_reduce").indexOf(op);
  }

  private static String value(Function function, Argument argument) {
    boolean isLock = function.name().endsWith("_lock");
    return switch (argument.name()) {
      /* The context is created by the function itself, as the first of all. */
      case "ctx" -> argument.isPointer() ? "&ctx" : function.has("freed-context") ? "ctx" : "SHMEM_CTX_DEFAULT";
      case "target" -> isLock ? "&lock" : function.special().equals("awaits") ? "(void *)pWrk" : "(void *)target";
      case "source" -> "(void *)source";
      case "address" -> "target";
      case "nelems", "nreduce", "target_stride", "source_stride" -> "1";
      case "value" -> function.special().equals("awaits") && function.roles().get("how").equals("until") ? "0" : "1";
      case "pe", "PE_size" -> argument.name();
      /* Collectives of different kinds do not share one. */
      case "pSync" -> "pSync[" + kind(function.op()) + "]";
      case "pWrk" -> "(void *)pWrk";
      case "provided" -> "&provided";
      default -> "zero";
    };
  }
}
