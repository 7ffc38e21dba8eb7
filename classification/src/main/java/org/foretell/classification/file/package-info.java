/** Files with the results of training. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.file;
