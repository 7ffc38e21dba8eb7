/** The command sim models. */
@NullMarked
package org.foretell.cli.models;

import org.jspecify.annotations.NullMarked;
