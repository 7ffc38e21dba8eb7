package org.foretell.tracer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes wrappers of Fortran's bindings, which forward to the same binding: so addresses that stand
 * for constants, and callbacks, stay what they are. All arguments are addresses, and lengths of
 * strings follow.
 */
final class FortranWrappers {
  private static final RecordCode.Binding FORTRAN =
      new RecordCode.Binding() {
        @Override
        public String place(String argument) {
          return "f_" + argument;
        }

        @Override
        public boolean isFortran() {
          return true;
        }
      };

  /** Handles: their type in C, and what makes it from an integer. */
  private static final Map<String, String> HANDLES =
      Map.of(
          "MPI_Comm", "ft_comm_f2c",
          "MPI_Datatype", "ft_type_f2c",
          "MPI_Request", "ft_request_f2c",
          "MPI_Op", "ft_op_f2c",
          "MPI_Group", "ft_group_f2c",
          "MPI_Win", "ft_win_f2c",
          "MPI_File", "ft_file_f2c",
          "MPI_Message", "ft_message_f2c");

  private FortranWrappers() {}

  static String write(List<FortranName> names) {
    StringBuilder out =
        new StringBuilder(
            "/* Generated from the specification of the interface. */\n"
                + "#include \"wrap.h\"\n"
                + "#include \"fortran.h\"\n");
    names.forEach(name -> out.append("extern void *").append(name.pointer()).append(";\n"));
    Set<Function> functions =
        names.stream()
            .map(FortranName::function)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (Function function : functions) {
      if (names.stream().anyMatch(name -> name.function() == function && !name.onlySite())) {
        out.append(body(function));
      }
      names.stream()
          .filter(name -> name.function() == function)
          .forEach(name -> out.append(entry(name)));
    }
    return out.toString();
  }

  private static boolean hasError(Function function) {
    return !function.does().equals("control");
  }

  private static List<String> parameters(Function function, String type) {
    List<String> parameters =
        function.fortranArguments().stream()
            .map(argument -> type.isEmpty() ? "f_" + argument.name() : "void *f_" + argument.name())
            .collect(Collectors.toCollection(ArrayList::new));
    if (hasError(function)) {
      parameters.add(type.isEmpty() ? "f_error" : "void *f_error");
    }
    IntStream.range(0, function.fortranLengths())
        .forEach(i -> parameters.add((type.isEmpty() ? "" : "size_t ") + "f_length" + i));
    return parameters;
  }

  private static String types(Function function) {
    List<String> types = new ArrayList<>();
    function.fortranArguments().forEach(argument -> types.add("void *"));
    if (hasError(function)) {
      types.add("void *");
    }
    IntStream.range(0, function.fortranLengths()).forEach(i -> types.add("size_t"));
    return types.isEmpty() ? "void" : String.join(", ", types);
  }

  /** The exported names: that of most compilers, and those of the others. */
  private static String entry(FortranName name) {
    Function function = name.function();
    String parameters = String.join(", ", parameters(function, "void *"));
    String values =
        String.join("", parameters(function, "").stream().map(value -> ", " + value).toList());
    StringBuilder out = new StringBuilder();
    if (name.onlySite()) {
      out.append("\nFT_EXPORT void ")
          .append(Stubs.PREFIX)
          .append(name.symbol())
          .append('(')
          .append(parameters)
          .append(")\n{\n    if (")
          .append(name.pointer())
          .append(
              " == NULL)\n"
                  + "        ft_prepare();\n"
                  + "    ft_fortran_site = __builtin_return_address(0);\n"
                  + "    ((void (*)(")
          .append(types(function))
          .append("))")
          .append(name.pointer())
          .append(")(")
          .append(String.join(", ", parameters(function, "")))
          .append(");\n}\n");
      return out.append(aliases(name, parameters)).toString();
    }
    out.append("\nFT_EXPORT void ")
        .append(Stubs.PREFIX)
        .append(name.symbol())
        .append('(')
        .append(parameters)
        .append(")\n{\n    if (")
        .append(name.pointer())
        .append(" == NULL)\n        ft_prepare();\n    wrap_")
        .append(function.name())
        .append("(__builtin_return_address(0), ")
        .append(name.pointer())
        .append(values)
        .append(");\n}\n");
    return out.append(aliases(name, parameters)).toString();
  }

  /** What other compilers make of the name. */
  private static String aliases(FortranName name, String parameters) {
    StringBuilder out = new StringBuilder();
    if (name.symbol().equals(FortranName.plain(name.function()))) {
      for (String alias : aliases(name)) {
        out.append("FT_EXPORT void ")
            .append(Stubs.PREFIX)
            .append(alias)
            .append('(')
            .append(parameters)
            .append(") __attribute__((alias(\"")
            .append(Stubs.PREFIX)
            .append(name.symbol())
            .append("\")));\n");
      }
    }
    return out.toString();
  }

  private static List<String> aliases(FortranName name) {
    String bare = name.symbol().substring(0, name.symbol().length() - 1);
    return List.of(bare, bare + "__", bare.toUpperCase(Locale.ROOT));
  }

  private static String body(Function function) {
    List<String> body = new ArrayList<>();
    String parameters =
        String.join(
            "",
            parameters(function, "void *").stream().map(parameter -> ", " + parameter).toList());
    body.add("void (*call)(" + types(function) + ") = (void (*)(" + types(function) + "))real;");
    switch (function.does()) {
      case "control" -> {
        body.add("(void)site;");
        body.add("ft_control(*(const int *)f_" + function.arguments().get(0).name() + ");");
        body.add(call(function, "", "") + ";");
      }
      case "init" -> init(function, body);
      default -> recorded(function, body);
    }
    return "\nstatic inline __attribute__((always_inline)) void wrap_"
        + function.name()
        + "(const void *site, void *real"
        + parameters
        + ")\n{\n"
        + body.stream().map(line -> "    " + line + "\n").collect(Collectors.joining())
        + "}\n";
  }

  private static String call(Function function, String argument, String by) {
    return "call("
        + parameters(function, "").stream()
            .map(value -> value.equals("f_" + argument) ? by : value)
            .collect(Collectors.joining(", "))
        + ")";
  }

  private static String callback(Function function, String when, String result) {
    List<String> names =
        function.fortranArguments().stream()
            .map(argument -> "f_" + argument.name())
            .collect(Collectors.toCollection(ArrayList::new));
    if (hasError(function)) {
      names.add("f_error");
    }
    String types = names.stream().map(name -> ", void *").collect(Collectors.joining());
    return "FT_CALLBACK(&c, 1, "
        + when
        + ", void (*)(const struct foretell_call *"
        + types
        + "), "
        + result
        + names.stream().map(name -> ", " + name).collect(Collectors.joining())
        + ");";
  }

  private static void init(Function function, List<String> body) {
    body.add("struct ft_call c = {.function = " + function.id() + ", .site = site};");
    body.add(callback(function, "before", "0"));
    body.add("c.start = ft_ticks();");
    body.add(call(function, "", "") + ";");
    body.add("c.end = ft_ticks();");
    body.add("int initialised = 0;");
    body.add("real_MPI_Initialized(&initialised);");
    body.add("if (initialised)");
    body.add("    ft_mpi_init(c.function, c.site, c.start, c.end);");
    body.add(callback(function, "after", "ft_fortran_error(f_error)"));
  }

  private static void recorded(Function function, List<String> body) {
    RecordCode record = new RecordCode(function, FORTRAN);
    boolean finalizes = function.does().equals("finalize");
    boolean completes = function.special().equals("completion");
    body.add("struct ft_call c __attribute__((cleanup(ft_leave)));");
    if (finalizes) {
      body.add("const bool recorded = ft_enter(&c, " + function.id() + ", site, true);");
      body.add("ft_mpi_before_finalize(&c);");
      body.add("if (!recorded) {");
      body.add("    " + call(function, "", "") + ";");
      body.add("    ft_session_close();");
      body.add("    return;");
      body.add("}");
    } else {
      body.add(
          "if (!ft_enter(&c, " + function.id() + ", site, " + RecordCode.tracks(function) + ")) {");
      body.add("    " + call(function, "", "") + ";");
      body.add("    return;");
      body.add("}");
    }
    Set<String> used = used(function);
    List<String> types = new ArrayList<>();
    List<String> after = new ArrayList<>();
    function.fortranArguments().stream()
        .filter(argument -> used.contains(argument.name()))
        .forEach(argument -> convert(function, argument, body, types, after));
    body.addAll(record.before());
    body.add(callback(function, "before", "0"));
    if (function.does().equals("abort")) {
      body.add("ft_begin(&c);");
      body.add("ft_end(&c);");
      body.add("ft_record(&c);");
      body.add(call(function, "", "") + ";");
      return;
    }
    String passed = call(function, "", "");
    if (completes) {
      var roles = function.roles();
      body.add("struct ft_completion k;");
      body.add(
          "ft_completion_begin_fortran(&c, &k, "
              + roles.getOrDefault("count", "1")
              + ", f_"
              + roles.get("requests")
              + ", f_"
              + roles.get("statuses")
              + ");");
      passed = call(function, roles.get("statuses"), "k.fortran_statuses");
    } else if (function.special().equals("matched")) {
      String status = "f_" + function.roles().get("status");
      body.add("MPI_Fint own_status[sizeof(MPI_Status) / sizeof(MPI_Fint)];");
      body.add(
          "MPI_Fint *status_ = wild && ft_fortran_ignored("
              + status
              + ") ? own_status : "
              + status
              + ";");
      passed = call(function, function.roles().get("status"), "status_");
    }
    body.add("ft_begin(&c);");
    body.add(passed + ";");
    body.add("ft_end(&c);");
    body.add("const int rc = ft_fortran_error(" + (hasError(function) ? "f_error" : "NULL") + ");");
    body.add("(void)rc;");
    body.addAll(after);
    body.add(callback(function, "after", "rc"));
    if (finalizes) {
      body.add("ft_mpi_after_finalize(&c);");
    } else {
      if (!types.isEmpty()) {
        body.add("const int members = c.other ? 0 : own->size;");
        body.addAll(types);
      }
      body.addAll(record.after());
    }
  }

  /** Arguments that a record needs. */
  private static Set<String> used(Function function) {
    Set<String> used = new LinkedHashSet<>();
    function.fields().stream()
        .filter(field -> !field.kind().equals("later-communicator"))
        .forEach(field -> used.addAll(field.of()));
    function.fields().stream().filter(Field::atRoot).findAny().ifPresent(field -> used.add("root"));
    if (function.has("later-communicator")) {
      used.add("request");
    }
    function
        .roles()
        .forEach(
            (role, argument) -> {
              if (!List.of("requests", "status", "statuses", "half", "of", "poll").contains(role)) {
                used.add(argument);
              }
            });
    return used;
  }

  private static void convert(
      Function function,
      Argument argument,
      List<String> before,
      List<String> types,
      List<String> after) {
    String name = argument.name();
    String from = "f_" + name;
    String type = argument.type().replace("const ", "");
    if (HANDLES.containsKey(type)) {
      before.add(
          "const "
              + type
              + " "
              + name
              + " = "
              + HANDLES.get(type)
              + "(*(const MPI_Fint *)"
              + from
              + ");");
    } else if (argument.isArray() && argument.element().equals("MPI_Datatype")) {
      int which = 1 + types.size();
      types.add(
          "const MPI_Datatype *"
              + name
              + " = ft_fortran_types(&c, "
              + which
              + ", "
              + from
              + ", members);");
      if (types.size() == 1 && name.startsWith("send")) {
        /* Not significant where the buffer is MPI_IN_PLACE. */
        types.set(
            0,
            "const MPI_Datatype *"
                + name
                + " = sendbuf == MPI_IN_PLACE ? NULL : ft_fortran_types(&c, "
                + which
                + ", "
                + from
                + ", members);");
      }
    } else if (argument.isArray() && argument.element().equals("MPI_Request")) {
      /* Looked up as a list. */
      return;
    } else if (argument.isArray()) {
      before.add("const " + argument.element() + " *" + name + " = " + from + ";");
    } else if (type.equals("void *")) {
      before.add("const void *" + name + " = ft_fortran_buffer(" + from + ");");
    } else if (argument.isPointer() && HANDLES.containsKey(argument.element())) {
      String handle = argument.element();
      boolean isNew =
          function.fields().stream()
                  .anyMatch(
                      field ->
                          field.of().contains(name)
                              && field.kind().matches("(new|later|derived).*"))
              || function.special().equals("outside")
              || name.equals(function.roles().get("message"))
              || function.has("later-communicator");
      String value = HANDLES.get(handle) + "(*(const MPI_Fint *)" + from + ")";
      if (isNew) {
        after.add("const " + handle + " " + name + "_value = " + value + ";");
        after.add("const " + handle + " *" + name + " = &" + name + "_value;");
      } else {
        before.add("const " + handle + " " + name + "_value = " + value + ";");
        before.add("const " + handle + " *" + name + " = &" + name + "_value;");
      }
    } else if (argument.isPointer()) {
      before.add("const " + argument.element() + " *" + name + " = " + from + ";");
    } else {
      before.add("const " + type + " " + name + " = *(const " + type + " *)" + from + ";");
    }
  }
}
