/** Files of what training has found. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.file;
