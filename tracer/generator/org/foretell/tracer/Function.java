package org.foretell.tracer;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A function of an interface.
 *
 * @param name its name in C
 * @param returns what it returns
 * @param arguments its arguments
 * @param special the element that says what is particular of it ({@code matched}, {@code
 *     completion}, ..), or nothing
 * @param roles the attributes of that element
 * @param op the op of the trace vocabulary, or nothing
 * @param fields what a record has, in the order of the record
 * @param attributes its attributes, as the schema completes them
 */
record Function(
    String name,
    String returns,
    List<Argument> arguments,
    String special,
    Map<String, String> roles,
    String op,
    List<Field> fields,
    Map<String, String> attributes) {

  boolean isTraced() {
    return attributes.get("traced").equals("yes");
  }

  boolean inFortran() {
    return attributes.get("fortran").equals("yes");
  }

  boolean isOptional() {
    return attributes.get("presence").equals("optional");
  }

  /** What the tracer does besides recording it, or nothing. */
  String does() {
    return attributes.getOrDefault("does", "");
  }

  Optional<Argument> argument(String wanted) {
    return arguments.stream().filter(argument -> argument.name().equals(wanted)).findFirst();
  }

  boolean has(String kind) {
    return fields.stream().anyMatch(field -> field.kind().equals(kind));
  }

  Optional<Field> field(String kind) {
    return fields.stream().filter(field -> field.kind().equals(kind)).findFirst();
  }

  /** The name that the function's constants and pointers have in C. */
  String id() {
    return "FT_" + name;
  }

  List<Argument> fortranArguments() {
    return arguments.stream().filter(Argument::inFortran).toList();
  }

  /** How many lengths of strings Fortran passes at the end. */
  int fortranLengths() {
    return (int) fortranArguments().stream().filter(Argument::isText).count();
  }
}
