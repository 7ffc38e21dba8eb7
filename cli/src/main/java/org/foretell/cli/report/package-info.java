/** The report of a run, as text, JSON and CSV. */
@NullMarked
package org.foretell.cli.report;

import org.jspecify.annotations.NullMarked;
