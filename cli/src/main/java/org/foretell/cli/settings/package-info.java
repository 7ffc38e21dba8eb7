/** The options of predictions, and what they mean. */
@NullMarked
package org.foretell.cli.settings;

import org.jspecify.annotations.NullMarked;
