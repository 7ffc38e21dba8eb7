/** What sim shares with the shell: exit codes, messages, files that are written whole. */
@NullMarked
package org.foretell.cli.shell;

import org.jspecify.annotations.NullMarked;
