/** Study files: read with all errors at once, and written with every value stated. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.file;
