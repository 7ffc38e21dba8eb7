/** Lines of text whose fields colons separate, as Dimemas and Paraver have them. */
@NullMarked
package org.foretell.parsers.colon;

import org.jspecify.annotations.NullMarked;
