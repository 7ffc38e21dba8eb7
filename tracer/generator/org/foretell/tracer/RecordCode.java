package org.foretell.tracer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The C code that makes a record of a call of MPI: what is looked up before the call, and what is
 * done after it. Arguments are there as variables of their C types, whatever the binding; Fortran
 * has some of them only in a moment that {@link Binding} knows.
 */
final class RecordCode {
  /** What differs between the bindings. */
  interface Binding {
    /** Where the program keeps a request or a new communicator. */
    String place(String argument);

    boolean isFortran();
  }

  private final Function function;
  private final Binding binding;
  private final List<String> before = new ArrayList<>();
  private final List<String> prepared = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> last = new ArrayList<>();
  private int scalars;
  private String listItems = "";

  RecordCode(Function function, Binding binding) {
    this.function = function;
    this.binding = binding;
    function.fields().forEach(this::add);
    addSpecial();
  }

  /** Statements before the call. */
  List<String> before() {
    return before;
  }

  /**
   * The arguments that are read where the library has not said yet that they are good: it returns an
   * error for a null pointer, and so must the wrapper.
   */
  List<String> readUnchecked() {
    List<String> code = new ArrayList<>(before);
    if (function.special().equals("completion")) {
      completion(code);
    }
    String text = String.join("\n", code);
    return function.arguments().stream()
        .filter(Argument::isPointer)
        .map(Argument::name)
        .filter(name -> Pattern.compile("\\*" + name + "\\b").matcher(text).find())
        .toList();
  }

  /** Whether the call has to be known also while recording is off. */
  static boolean tracks(Function function) {
    return List.of("completion", "outside", "forgets").contains(function.special())
        || List.of("finalize", "init").contains(function.does())
        || function.fields().stream()
            .anyMatch(
                field ->
                    field.kind().matches("(new|later|freed)-(communicator|window|file|request)")
                        && !field.kind().equals("new-request"));
  }

  /** Statements after the call. */
  List<String> after() {
    List<String> code = new ArrayList<>();
    if (function.special().equals("completion")) {
      completion(code);
      return code;
    }
    boolean unknowable = !function.op().isEmpty() || RecordCode.tracks(function);
    if (!function.op().isEmpty()) {
      code.add("if (rc != MPI_SUCCESS)");
      code.add("    c.other = true;");
    }
    if (unknowable) {
      code.add("if (c.other" + (function.op().isEmpty() ? " || c.off" : "") + ") {");
      code.add("    if (!c.off)");
      code.add("        ft_record(&c);");
      function
          .field("new-communicator")
          .ifPresent(
              field ->
                  code.add(
                      "    if (rc == MPI_SUCCESS)\n            ft_communicator_outside(*"
                          + field.of(0)
                          + ");"));
      code.add("} else {");
      known().forEach(line -> code.add("    " + line));
      code.add("}");
    } else {
      code.addAll(known());
    }
    code.addAll(last);
    return code;
  }

  private List<String> known() {
    List<String> code = new ArrayList<>(prepared);
    if (function.has("polls")) {
      String flag = function.field("flag").orElseThrow().of(0);
      code.add(
          "struct ft_poll_result result = {.success = *"
              + flag
              + " != 0, .outcome = *"
              + flag
              + " != 0};");
      code.add("unsigned char *p = ft_open_poll(&c, " + scalars + " * FT_VARINT);");
      code.add("if (p != NULL) {");
      written.forEach(line -> code.add("    " + line));
      code.add("    ft_close_poll(&c, p, &result);");
      code.add("}");
    } else if (written.isEmpty()) {
      code.add("ft_record(&c);");
    } else {
      String room = "(size_t)(" + scalars + listItems + ") * FT_VARINT";
      code.add(
          "unsigned char *p = "
              + (listItems.isEmpty() ? "ft_open" : "ft_open_list")
              + "(&c, "
              + room
              + ");");
      code.add("if (p != NULL) {");
      written.forEach(line -> code.add("    " + line));
      code.add("    ft_close(&c, p);");
      code.add("}");
    }
    matched(code);
    return code;
  }

  private void add(Field field) {
    String a = field.of().isEmpty() ? "" : field.of(0);
    switch (field.kind()) {
      case "number" -> put(field, "(int64_t)" + a);
      case "source", "destination" -> put(field, "ft_rank(" + a + ")");
      case "tag" -> put(field, "ft_tag(" + a + ")");
      case "bytes" -> put(field, bytes(a, field.of(1)));
      case "larger" ->
          put(
              field,
              "ft_larger(" + bytes(a, field.of(1)) + ", " + bytes(field.of(2), field.of(3)) + ")");
      case "contribution" -> put(field, contribution(field));
      case "bytes-by-rank" -> list(field, count(field), bytes(a + "[i]", element(field.of(1))));
      case "contribution-by-rank" ->
          list(
              field,
              count(field),
              a
                  + " == MPI_IN_PLACE ? "
                  + bytes(field.of(3) + "[i]", element(field.of(4)))
                  + " : "
                  + bytes(field.of(1) + "[i]", element(field.of(2))));
      case "sum-of-counts" ->
          put(field, "ft_sum_" + (isLarge(a) ? "large" : "int") + "(" + a + ", own->size)");
      case "not-commutative", "commutes" -> put(field, "ft_not_commutative(" + a + ")");
      case "color" -> put(field, a + " == MPI_UNDEFINED ? FT_NONE : " + a);
      case "lock-type" -> put(field, a + " == MPI_LOCK_SHARED");
      case "derived-color" -> {
        prepared.add("int64_t color = ft_derived_color(&c, " + a + ", *" + field.of(1) + ");");
        put(field, "color");
      }
      case "derived-key" -> put(field, "ft_derived_key(*" + a + ")");
      case "communicator" -> {
        own(a);
        put(field, "own->id");
      }
      case "new-communicator" -> {
        prepared.add("int64_t new_communicator = ft_communicator_add(*" + a + ");");
        put(field, "new_communicator");
      }
      case "later-communicator" -> {
        prepared.add(
            "int64_t new_communicator = ft_communicator_later(own, *request, "
                + binding.place(a)
                + ", "
                + binding.isFortran()
                + ");");
        put(field, "new_communicator");
      }
      case "freed-communicator" -> {
        before.add("const MPI_Comm freed = *" + a + ";");
        own("freed");
        put(field, "own->id");
        last.add("if (rc == MPI_SUCCESS)");
        last.add("    ft_communicator_remove(freed);");
      }
      case "new-request", "new-persistent" -> newRequest(field);
      case "request", "freed-request" -> oneRequest(field);
      case "requests" -> {
        before.add("struct ft_completion k;");
        before.add(
            "ft_completion_begin"
                + (binding.isFortran() ? "_fortran" : "")
                + "(&c, &k, "
                + a
                + ", "
                + (binding.isFortran()
                    ? binding.place(field.of(1)) + ", NULL"
                    : field.of(1) + ", MPI_STATUSES_IGNORE")
                + ");");
        before.add("if (!k.any_known)");
        before.add("    c.other = true;");
        list(field, "k.count", "k.slots[i]");
      }
      case "group", "window-group" -> {
        prepared.add("int rank_count;");
        prepared.add(
            "const int *ranks = ft_"
                + (field.kind().equals("group") ? "group" : "window")
                + "_ranks(&c, "
                + a
                + ", "
                + field.of(1)
                + ", &rank_count);");
        list(field, "rank_count", "ranks[i]");
      }
      case "neighbours" -> {
        prepared.add("int rank_count;");
        prepared.add("const int *ranks = ft_neighbours(&c, " + a + ", &rank_count);");
        list(field, "rank_count", "ranks[i]");
      }
      case "message-source", "message-tag", "message-communicator" -> message(field);
      case "window", "freed-window" -> handle(field, "window");
      case "file", "freed-file" -> handle(field, "file");
      case "file-communicator" -> {
        before.add("const int64_t file_communicator = ft_file_communicator(" + value(a) + ");");
        put(field, "file_communicator");
      }
      case "new-window" -> {
        prepared.add("int64_t object = ft_window_add(*" + a + ");");
        put(field, "object");
      }
      case "new-file" -> {
        prepared.add("int64_t object = ft_file_add(*" + a + ", own->id);");
        put(field, "object");
      }
      case "file-offset" -> put(field, "ft_file_offset(" + a + ", " + field.of(1) + ")");
      case "flag", "polls", "provided", "completed", "completed-index", "completed-indices" -> {}
      default ->
          throw new SpecException(
              function.name()
                  + ": field "
                  + field.name()
                  + " is of the unknown kind \""
                  + field.kind()
                  + "\"");
    }
  }

  private void put(Field field, String value) {
    scalars++;
    String shown = field.atRoot() ? "own->rank == root ? " + value + " : 0" : value;
    written.add("p = ft_put_signed(p, " + shown + ");");
  }

  private void list(Field field, String count, String item) {
    scalars++;
    listItems += " + " + count;
    written.add("p = ft_put(p, (uint64_t)(" + count + "));");
    written.add("for (int i = 0; i < " + count + "; i++)");
    written.add("    p = ft_put_signed(p, " + item + ");");
  }

  private static String count(Field field) {
    return field.atRoot() ? "(own->rank == root ? own->size : 0)" : "own->size";
  }

  private static String bytes(String count, String type) {
    return "ft_bytes(" + count + ", " + type + ")";
  }

  private String element(String type) {
    return function.argument(type).orElseThrow().isArray() ? type + "[i]" : type;
  }

  private String contribution(Field field) {
    String other = field.of(3);
    String count = function.argument(other).orElseThrow().isArray() ? other + "[own->rank]" : other;
    return "("
        + field.of(0)
        + " == MPI_IN_PLACE ? "
        + bytes(count, field.of(4))
        + " : "
        + bytes(field.of(1), field.of(2))
        + ")";
  }

  private boolean isLarge(String argument) {
    return function.argument(argument).orElseThrow().type().contains("MPI_Count");
  }

  private String value(String argument) {
    return (function.argument(argument).orElseThrow().isPointer() ? "*" : "") + argument;
  }

  private void own(String handle) {
    before.add("const struct ft_communicator *own = ft_communicator(" + handle + ");");
    before.add("if (own == NULL || own->id < 0)");
    before.add("    c.other = true;");
  }

  private void newRequest(Field field) {
    String wild =
        function.field("source").isPresent()
            ? "(source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG ? FT_REQUEST_WILD : 0)"
            : "0";
    String flags = field.kind().equals("new-persistent") ? wild + " | FT_REQUEST_PERSISTENT" : wild;
    prepared.add(
        "int64_t slot = ft_request_add(*"
            + field.of(0)
            + ", "
            + binding.place(field.of(0))
            + ", "
            + flags
            + ");");
    put(field, "slot");
  }

  private void oneRequest(Field field) {
    before.add(
        "const int64_t slot = ft_request_find(*"
            + field.of(0)
            + ", "
            + binding.place(field.of(0))
            + ", 0);");
    before.add("if (slot < 0)");
    before.add("    c.other = true;");
    put(field, "slot");
    if (field.kind().equals("freed-request")) {
      last.add("if (rc == MPI_SUCCESS)");
      last.add("    ft_request_release(slot, true);");
    }
  }

  private void message(Field field) {
    if (field.kind().equals("message-source")) {
      before.add("struct ft_message taken;");
      before.add("if (!ft_message_take(*" + field.of(0) + ", &taken))");
      before.add("    c.other = true;");
    }
    put(
        field,
        "taken."
            + switch (field.kind()) {
              case "message-source" -> "peer";
              case "message-tag" -> "tag";
              default -> "communicator";
            });
  }

  private void handle(Field field, String what) {
    String handle = value(field.of(0));
    boolean freed = field.kind().startsWith("freed");
    before.add("const int64_t object = ft_" + what + "(" + handle + ");");
    before.add("if (object < 0)");
    before.add("    c.other = true;");
    if (freed) {
      before.add(
          "const " + (what.equals("file") ? "MPI_File" : "MPI_Win") + " freed = " + handle + ";");
      last.add("if (rc == MPI_SUCCESS)");
      last.add("    ft_" + what + "_remove(freed);");
    }
    put(field, "object");
  }

  private void addSpecial() {
    String argument = function.roles().values().stream().findFirst().orElse("");
    switch (function.special()) {
      case "cancels" ->
          before.add(
              "ft_request_cancel(ft_request_find(*"
                  + argument
                  + ", "
                  + binding.place(argument)
                  + ", 0));");
      case "outside" -> {
        last.add("if (rc == MPI_SUCCESS)");
        last.add("    ft_communicator_outside(*" + argument + ");");
      }
      case "forgets" -> {
        boolean type = function.roles().containsKey("datatype");
        before.add("const " + (type ? "MPI_Datatype" : "MPI_Op") + " freed = *" + argument + ";");
        last.add("ft_forget_" + (type ? "datatype" : "operation") + "(freed);");
      }
      case "matched" -> before.add("const bool wild = " + isWild() + ";");
      default -> {}
    }
  }

  private String isWild() {
    String wild =
        function.roles().get("source")
            + " == MPI_ANY_SOURCE || "
            + function.roles().get("tag")
            + " == MPI_ANY_TAG";
    return function.roles().containsKey("message")
        ? "true /* the receive of the message asks for what this has found */"
        : wild;
  }

  private void matched(List<String> code) {
    if (!function.special().equals("matched")) {
      return;
    }
    String flag = function.roles().get("flag");
    code.add("if (wild" + (flag == null ? "" : " && *" + flag) + ") {");
    if (binding.isFortran()) {
      code.add("    MPI_Status status;");
      code.add("    real_MPI_Status_f2c(status_, &status);");
    } else {
      code.add("    MPI_Status status = *status_;");
    }
    String wild =
        function.roles().get("source")
            + " == MPI_ANY_SOURCE || "
            + function.roles().get("tag")
            + " == MPI_ANY_TAG";
    code.add("    if (" + wild + ")");
    code.add("        ft_matched(&c, " + function.roles().get("half") + ", &status, false);");
    String message = function.roles().get("message");
    if (message != null) {
      code.add(
          "    struct ft_message found = {ft_rank(status.MPI_SOURCE), ft_tag(status.MPI_TAG),"
              + " own->id};");
      code.add("    ft_message_add(*" + message + ", &found);");
    }
    code.add("}");
  }

  private void completion(List<String> code) {
    var roles = function.roles();
    boolean poll = roles.containsKey("flag") || roles.get("poll").equals("yes");
    code.add("struct ft_completed done = {");
    code.add(
        "    .completes = FT_COMPLETES_"
            + roles.get("of").toUpperCase()
            + ", .is_poll = "
            + poll
            + ", .base = "
            + (binding.isFortran() ? 1 : 0)
            + ",");
    String done = roles.get("done");
    if (roles.containsKey("flag")) {
      code.add("    .success = *" + roles.get("flag") + " != 0,");
    } else if (poll) {
      code.add("    .success = *" + done + " != 0,");
    } else {
      code.add("    .success = true,");
    }
    if (roles.containsKey("index")) {
      code.add("    .index = *" + roles.get("index") + ",");
    }
    if (done != null) {
      code.add("    .done = *" + done + ", .indices = " + roles.get("indices") + ",");
    }
    code.add("};");
    code.add("ft_completion_end(&c, &k, &done);");
  }
}
