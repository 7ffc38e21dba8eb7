/** What came out, and its JSON. */
@NullMarked
package org.foretell.workflow.report;

import org.jspecify.annotations.NullMarked;
