/** The command sim study. */
@NullMarked
package org.foretell.cli.study;

import org.jspecify.annotations.NullMarked;
