/** Text for people: tables, colours, words. */
@NullMarked
package org.foretell.cli.text;

import org.jspecify.annotations.NullMarked;
