/** Study files: read with all that is wrong at once, and written with every value stated. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.file;
