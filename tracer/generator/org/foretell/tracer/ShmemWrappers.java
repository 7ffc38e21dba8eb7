package org.foretell.tracer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the wrappers of OpenSHMEM, and the tables that are part of those of the library as a whole. The header of
 * the library is not included, since its generic macros and its deprecated names are in the way; that prototypes are
 * as it has them is checked by a source of its own.
 */
final class ShmemWrappers {
  /** A communicator that a set of PEs gets when it is first used; no function of the program. */
  private static final String ACTIVE_SET = "shmem_active_set";

  private static final String HEAD = "/* Generated from the specification of the interface. */\n";

  private final Function function;
  private final List<String> prepared = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private String room = "";
  private int scalars;

  private ShmemWrappers(Function function) {
    this.function = function;
    function.fields().forEach(this::add);
    addUpdate();
  }

  static String write(List<Function> functions) {
    return HEAD + "#include \"shmem_wrap.h\"\n\n"
        + functions.stream().map(function -> CWrappers.pointer(function) + ";\n").collect(Collectors.joining())
        + functions.stream().map(function -> new ShmemWrappers(function).wrapper()).collect(Collectors.joining());
  }

  static String header(List<Function> functions) {
    StringBuilder out = new StringBuilder(HEAD + "#pragma once\n#include <stddef.h>\n#include <stdint.h>\n\n");
    out.append("#ifndef OSHMEM_SHMEM_H\ntypedef struct { int dummy; } *shmem_ctx_t;\n#endif\n\n");
    functions.forEach(function -> out.append("extern ").append(CWrappers.pointer(function)).append(";\n"));
    return out.toString();
  }

  /** Fails to compile where a prototype of the specification is not that of the library. */
  static String check(Interface of, List<Function> functions) {
    return HEAD + "#include <shmem.h>\n#include <shmemx.h>\n#include <shmem-compat.h>\n#include <pshmem.h>\n#include <pshmemx.h>\n#include \"shmem_real.h\"\n"
        + "void ft_check(void);\nvoid ft_check(void)\n{\n"
        + functions.stream()
            .filter(function -> function.name().matches("shmemx?_.*|start_pes"))
            .map(function -> "    real_" + function.name() + " = " + (function.name().startsWith("shmem") ? of.profiling() : "") + function.name() + ";\n")
            .collect(Collectors.joining())
        + "}\n";
  }

  static String numbers(List<Function> functions) {
    return functions.stream().map(function -> "    " + function.id() + ",\n").collect(Collectors.joining()) + "    FT_" + ACTIVE_SET + ",\n";
  }

  static String table(List<Function> functions) {
    return functions.stream().map(f -> "    {\"" + f.name() + "\", \"" + f.op() + "\", \"" + Tables.fields(f) + "\"},\n").collect(Collectors.joining())
        + "    {\"" + ACTIVE_SET + "\", \"comm_create_group\", \"communicator new_communicator ranks\"},\n";
  }

  static String symbols(Interface of, List<Function> functions) {
    return functions.stream().map(f -> "    {\"" + of.profiling() + f.name() + "\", (void **)&real_" + f.name() + "},\n").collect(Collectors.joining());
  }

  private void add(Field field) {
    String a = field.of().isEmpty() ? "" : field.of(0);
    switch (field.kind()) {
      case "number" -> put("(int64_t)" + a);
      case "size" -> put("(int64_t)" + a + (field.of(1).equals("1") ? "" : " * (int64_t)" + field.of(1)));
      case "segment" -> {
        prepared.add("const struct ft_place at = ft_place(&c, (const volatile void *)" + a + ");");
        put("at.segment");
      }
      case "offset" -> put("at.offset");
      case "context", "freed-context" -> {
        prepared.add("const int64_t context = ft_context(ctx);");
        put("context");
      }
      case "new-context" -> {
        prepared.add("const int64_t context = ft_context_add(*ctx);");
        put("context");
      }
      case "active-set" -> {
        prepared.add("const int64_t set = ft_active_set(&c, " + String.join(", ", field.of()) + ");");
        put("set");
      }
      case "provided", "result", "result-is-zero", "polls" -> {}
      default -> throw new SpecException(function.name() + ": field " + field.name() + " is of the unknown kind \"" + field.kind() + "\"");
    }
  }

  private void put(String value) {
    scalars++;
    written.add("p = ft_put_signed(p, " + value + ");");
  }

  private String type(String argument) {
    return function.argument(argument).orElseThrow().element().replace("volatile ", "");
  }

  private static boolean isWhole(String type) {
    return !type.matches(".*(float|double|Complex).*");
  }

  private static boolean isUnsigned(String type) {
    return type.matches("unsigned.*|uint.*|size_t");
  }

  /** What is written at the target, as record 9. */
  private void addUpdate() {
    if (!function.special().equals("update")) {
      return;
    }
    String how = function.roles().get("how");
    String type = type("target");
    if (how.equals("unknown") || !isWhole(type) && !type.equals("void")) {
      return;
    }
    if (how.equals("array") || how.equals("strided")) {
      String bytes = function.fields().stream().filter(field -> field.name().equals("bytes")).findFirst().orElseThrow().of(1);
      String kind = type.equals("void") ? "FT_UNKNOWN_TYPE" : isUnsigned(type) ? "FT_UNSIGNED" : "FT_SIGNED";
      boolean strided = how.equals("strided");
      prepared.add("const struct ft_words *words = ft_words(&c, at, source, nelems, " + bytes + ", "
          + (strided ? "target_stride, source_stride" : "1, 1") + ", " + kind + ");");
      room = " + ft_words_room(words)";
      written.add("p = ft_put_words(p, words);");
      return;
    }
    String value =
        switch (how) {
          case "value" -> "value";
          case "one" -> "1";
          case "compared" -> "rc == condition ? value : rc";
          case "fetched-and" -> "rc & value";
          case "fetched-or" -> "rc | value";
          case "fetched-xor" -> "rc ^ value";
          default -> throw new SpecException(function.name() + " updates its target in the unknown way \"" + how + "\"");
        };
    room = " + FT_WORD_ROOM";
    written.add("p = ft_put_word(p, at, sizeof *target, (int64_t)(" + value + "));");
  }

  private boolean returnsNothing() {
    return function.returns().equals("void");
  }

  private String names() {
    return function.arguments().stream().map(Argument::name).collect(Collectors.joining(", "));
  }

  private String call() {
    return "real_" + function.name() + "(" + names() + ")";
  }

  private void pass(List<String> body, String indent) {
    body.add(indent + (returnsNothing() ? call() + ";" : "return " + call() + ";"));
    if (returnsNothing()) {
      body.add(indent + "return;");
    }
  }

  private String callback(String when, boolean withResult) {
    String types = function.arguments().stream().map(argument -> ", " + argument.parameterType()).collect(Collectors.joining());
    String names = names();
    boolean whole = isWhole(function.returns()) && !returnsNothing();
    String result = withResult && whole ? function.returns().endsWith("*") ? "(int64_t)(intptr_t)rc" : "(int64_t)rc" : "0";
    return "FT_CALLBACK(&c, 0, " + when + ", void (*)(const struct foretell_call *" + types + "), " + result + (names.isEmpty() ? "" : ", " + names) + ");";
  }

  private String wrapper() {
    List<String> body = new ArrayList<>();
    String does = function.does();
    boolean tracks = List.of("init", "finalize", "allocate").contains(does)
        || function.fields().stream().anyMatch(field -> field.kind().matches("(new|freed)-context"));
    if (does.equals("control")) {
      body.add("ft_prepare();");
      body.add("ft_control(level);");
      body.add(call() + ";");
      return text(body);
    }
    body.add("struct ft_call c __attribute__((cleanup(ft_leave)));");
    String enter = "ft_enter(&c, " + function.id() + ", __builtin_return_address(0), " + tracks + ")";
    if (does.equals("init") || does.equals("finalize")) {
      body.add("const bool recorded = " + enter + ";");
    } else {
      body.add("if (!" + enter + ") {");
      pass(body, "    ");
      body.add("}");
    }
    if (does.equals("finalize")) {
      body.add("ft_shmem_before_finalize(&c);");
    }
    if (function.special().equals("awaits")) {
      body.add("const int64_t before = (int64_t)*target;");
    }
    body.add(callback("before", false));
    body.add("ft_begin" + (does.equals("init") || does.equals("finalize") ? "_unless_hidden" : "") + "(&c);");
    if (does.equals("abort")) {
      body.add("ft_end(&c);");
      body.add("ft_record(&c);");
      body.add(call() + ";");
      return text(body);
    }
    body.add((returnsNothing() ? "" : function.returns() + " rc = ") + call() + ";");
    body.add("ft_end" + (does.equals("init") || does.equals("finalize") ? "_unless_hidden" : "") + "(&c);");
    if (does.equals("pointer")) {
      body.add("rc = ft_pointer(rc, pe);");
    }
    body.add(callback("after", true));
    if (does.equals("init")) {
      body.add("ft_shmem_init(&c, recorded, " + (function.argument("provided").isPresent() ? "*provided" : "0") + ");");
    } else if (does.equals("finalize")) {
      body.add("ft_shmem_after_finalize(&c, recorded);");
    } else if (function.has("polls")) {
      poll(body);
    } else {
      record(body);
    }
    if (!returnsNothing()) {
      body.add("return rc;");
    }
    return text(body);
  }

  private void record(List<String> body) {
    if (function.does().equals("allocate")) {
      body.add("ft_allocated(&c, rc);");
    }
    String without =
        switch (function.does()) {
          case "allocate" -> function.argument("address").isPresent() ? "rc == NULL && address == NULL" : "rc == NULL";
          case "release" -> "address == NULL";
          default -> function.has("new-context") ? "rc != 0" : "";
        };
    String indent = without.isEmpty() ? "" : "    ";
    if (!without.isEmpty()) {
      body.add("if (" + without + ") {");
      body.add("    c.other = true;");
      body.add("    if (!c.off)");
      body.add("        ft_record(&c);");
      body.add("} else {");
    }
    prepared.forEach(line -> body.add(indent + line));
    if (written.isEmpty()) {
      body.add(indent + "ft_record(&c);");
    } else {
      body.add(indent + "unsigned char *p = ft_open(&c, " + scalars + " * FT_VARINT" + room + ");");
      body.add(indent + "if (p != NULL) {");
      written.forEach(line -> body.add(indent + "    " + line));
      body.add(indent + "    ft_close(&c, p);");
      body.add(indent + "}");
    }
    if (!without.isEmpty()) {
      body.add("}");
    }
    if (function.special().equals("awaits")) {
      body.add(seen());
    }
    if (function.has("freed-context")) {
      body.add("ft_context_remove(ctx);");
    }
  }

  private String seen() {
    String comparison = function.roles().get("how").equals("other") ? "FT_OTHER" : "comparison";
    return "ft_seen(&c, at, sizeof *target, " + (isUnsigned(type("target")) ? "FT_UNSIGNED" : "FT_SIGNED") + ", " + comparison
        + ", (int64_t)value, before, (int64_t)*target);";
  }

  private void poll(List<String> body) {
    body.add("const bool success = " + (function.has("result-is-zero") ? "rc == 0" : "rc != 0") + ";");
    prepared.forEach(body::add);
    body.add("unsigned char *p = ft_open_poll(&c, " + scalars + " * FT_VARINT);");
    body.add("if (p != NULL) {");
    written.forEach(line -> body.add("    " + line));
    body.add("    struct ft_poll_result result = {.success = success, .outcome = success};");
    body.add("    ft_close_poll(&c, p, &result);");
    body.add("}");
    if (function.special().equals("awaits")) {
      body.add("if (success)");
      body.add("    " + seen());
      body.add("else");
      body.add("    ft_awaited(at, sizeof *target, " + (isUnsigned(type("target")) ? "FT_UNSIGNED" : "FT_SIGNED") + ");");
    }
  }

  private String text(List<String> body) {
    return "\nFT_EXPORT " + CWrappers.signature(function, function.name()) + ";\n" + CWrappers.signature(function, function.name()) + "\n{\n"
        + body.stream().map(line -> "    " + line + "\n").collect(Collectors.joining()) + "}\n";
  }
}
