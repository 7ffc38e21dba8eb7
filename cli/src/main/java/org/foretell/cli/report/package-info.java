/** What a run has to tell, as text, JSON and CSV. */
@NullMarked
package org.foretell.cli.report;

import org.jspecify.annotations.NullMarked;
