package org.foretell.tracer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the wrappers of the C binding. */
final class CWrappers {
  private static final RecordCode.Binding C =
      new RecordCode.Binding() {
        @Override
        public String place(String argument) {
          return argument;
        }

        @Override
        public boolean isFortran() {
          return false;
        }
      };

  private CWrappers() {}

  static String write(List<Function> functions) {
    StringBuilder out =
        new StringBuilder(
            "/* Generated from the specification of the interface. */\n#include \"wrap.h\"\n");
    functions.stream().map(CWrappers::wrapper).forEach(out::append);
    return out.toString();
  }

  static String signature(Function function, String name) {
    String arguments =
        function.arguments().stream().map(Argument::declaration).collect(Collectors.joining(", "));
    String rest = function.does().equals("control") ? ", ..." : "";
    return function.returns()
        + " "
        + name
        + "("
        + (arguments.isEmpty() ? "void" : arguments + rest)
        + ")";
  }

  static String pointer(Function function) {
    String types =
        function.arguments().stream()
            .map(Argument::parameterType)
            .collect(Collectors.joining(", "));
    String rest = function.does().equals("control") ? ", ..." : "";
    return function.returns()
        + " (*real_"
        + function.name()
        + ")("
        + (types.isEmpty() ? "void" : types + rest)
        + ")";
  }

  private static String wrapper(Function function) {
    List<String> body = new ArrayList<>();
    String call = "real_" + function.name() + "(" + names(function) + ")";
    switch (function.does()) {
      case "control" -> {
        body.add("ft_prepare();");
        body.add("ft_control(" + function.arguments().get(0).name() + ");");
        body.add("return " + call + ";");
      }
      case "init" -> init(function, body, call);
      default -> recorded(function, body, call);
    }
    /* The declaration is compared with that of the library's header. */
    return "\n"
        + signature(function, function.name())
        + ";\nFT_EXPORT "
        + signature(function, Stubs.PREFIX + function.name())
        + "\n{\n"
        + body.stream().map(line -> "    " + line + "\n").collect(Collectors.joining())
        + "}\n";
  }

  private static String names(Function function) {
    return function.arguments().stream().map(Argument::name).collect(Collectors.joining(", "));
  }

  private static String callback(Function function, String when, String result) {
    String types =
        function.arguments().stream()
            .map(argument -> ", " + argument.parameterType())
            .collect(Collectors.joining());
    String names = names(function);
    return "FT_CALLBACK(&c, 0, "
        + when
        + ", void (*)(const struct foretell_call *"
        + types
        + "), "
        + result
        + (names.isEmpty() ? "" : ", " + names)
        + ");";
  }

  private static void init(Function function, List<String> body, String call) {
    body.add("struct ft_call c = {.function = " + function.id() + ", .site = FT_SITE()};");
    body.add("ft_prepare();");
    body.add(callback(function, "before", "0"));
    body.add("c.start = ft_ticks();");
    body.add("int rc = " + call + ";");
    body.add("c.end = ft_ticks();");
    body.add("if (rc == MPI_SUCCESS)");
    body.add("    ft_mpi_init(c.function, c.site, c.start, c.end);");
    body.add(callback(function, "after", "rc"));
    body.add("return rc;");
  }

  private static void recorded(Function function, List<String> body, String call) {
    RecordCode record = new RecordCode(function, C);
    boolean finalizes = function.does().equals("finalize");
    List<String> unchecked = record.readUnchecked();
    if (!unchecked.isEmpty()) {
      String none =
          unchecked.stream().map(name -> name + " == NULL").collect(Collectors.joining(" || "));
      body.add("if (__builtin_expect(" + none + ", 0)) {");
      body.add("    ft_prepare(); /* an error that the library reports */");
      body.add("    return " + call + ";");
      body.add("}");
    }
    body.add("struct ft_call c __attribute__((cleanup(ft_leave)));");
    if (finalizes) {
      body.add("const bool recorded = ft_enter(&c, " + function.id() + ", FT_SITE(), true);");
      body.add("ft_mpi_before_finalize(&c);");
      body.add("if (!recorded) {");
      body.add("    int rc = " + call + ";");
      body.add("    ft_session_close();");
      body.add("    return rc;");
      body.add("}");
    } else {
      body.add(
          "if (!ft_enter(&c, "
              + function.id()
              + ", FT_SITE(), "
              + RecordCode.tracks(function)
              + "))");
      body.add("    return " + call + ";");
    }
    body.addAll(record.before());
    body.add(callback(function, "before", "0"));
    if (function.does().equals("abort")) {
      /* It does not return. */
      body.add("ft_begin(&c);");
      body.add("ft_end(&c);");
      body.add("ft_record(&c);");
      body.add("return " + call + ";");
      return;
    }
    String passed = call;
    if (function.special().equals("completion")) {
      var roles = function.roles();
      body.add("struct ft_completion k;");
      body.add(
          "ft_completion_begin(&c, &k, "
              + roles.getOrDefault("count", "1")
              + ", "
              + roles.get("requests")
              + ", "
              + roles.get("statuses")
              + ");");
      passed = replace(function, roles.get("statuses"), "k.statuses");
    } else if (function.special().equals("matched")) {
      String status = function.roles().get("status");
      body.add("MPI_Status own_status;");
      body.add(
          "MPI_Status *status_ = wild && "
              + status
              + " == MPI_STATUS_IGNORE ? &own_status : "
              + status
              + ";");
      passed = replace(function, status, "status_");
    }
    body.add("ft_begin(&c);");
    body.add("int rc = " + passed + ";");
    body.add("ft_end(&c);");
    body.add(callback(function, "after", "rc"));
    if (finalizes) {
      body.add("ft_mpi_after_finalize(&c);");
    } else {
      body.addAll(record.after());
    }
    body.add("return rc;");
  }

  private static String replace(Function function, String argument, String by) {
    return "real_"
        + function.name()
        + "("
        + function.arguments().stream()
            .map(each -> each.name().equals(argument) ? by : each.name())
            .collect(Collectors.joining(", "))
        + ")";
  }
}
