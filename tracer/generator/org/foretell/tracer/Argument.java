package org.foretell.tracer;

/**
 * An argument of a function.
 *
 * @param name its name
 * @param type its type in C, with brackets at the end for an array
 * @param inFortran whether the binding of Fortran has it
 */
record Argument(String name, String type, boolean inFortran) {
  boolean isArray() {
    return type.endsWith("]");
  }

  boolean isPointer() {
    return type.endsWith("*");
  }

  /**
   * Whether Fortran passes it as a string, whose length comes as an argument of its own after all
   * others.
   */
  boolean isText() {
    return type.replace("const ", "").startsWith("char");
  }

  /** As it is declared in C. */
  String declaration() {
    int bracket = type.indexOf('[');
    if (bracket < 0) {
      return type + (isPointer() ? "" : " ") + name;
    }
    String element = type.substring(0, bracket).trim();
    return element + (element.endsWith("*") ? "" : " ") + name + type.substring(bracket);
  }

  /** The type of a parameter, as a function pointer has it. */
  String parameterType() {
    int bracket = type.indexOf('[');
    if (bracket < 0) {
      return type;
    }
    String rest = type.substring(bracket);
    String element = type.substring(0, bracket).trim();
    return rest.equals("[]")
        ? element + " *"
        : element + " (*)" + rest.substring(rest.indexOf(']') + 1);
  }

  /** The type of an element, or what a pointer points to. */
  String element() {
    int end = isArray() ? type.indexOf('[') : type.lastIndexOf('*');
    return type.substring(0, end).replace("const ", "").trim();
  }
}
