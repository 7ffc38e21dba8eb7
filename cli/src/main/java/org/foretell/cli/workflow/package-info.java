/** The command that simulates workflows. */
@NullMarked
package org.foretell.cli.workflow;

import org.jspecify.annotations.NullMarked;
