package org.foretell.tracer;

import java.util.List;

/**
 * A field of a record.
 *
 * @param name its name in the trace vocabulary
 * @param kind how its value comes from the arguments
 * @param of the arguments, or numbers
 * @param atRoot whether only the root has a value
 */
record Field(String name, String kind, List<String> of, boolean atRoot) {
  String of(int index) {
    return of.get(index);
  }
}
