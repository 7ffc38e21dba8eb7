/** Messages: matching, the event list, and a transport for each kind of model. */
@NullMarked
package org.foretell.engine.message;

import org.jspecify.annotations.NullMarked;
