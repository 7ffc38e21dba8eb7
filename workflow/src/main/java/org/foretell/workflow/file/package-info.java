/** Pipeline files. */
@NullMarked
package org.foretell.workflow.file;

import org.jspecify.annotations.NullMarked;
