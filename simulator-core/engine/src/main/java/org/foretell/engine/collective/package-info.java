/**
 * Communicators and collectives: matching of calls, schedules executed as messages, estimates of
 * large ones.
 */
@NullMarked
package org.foretell.engine.collective;

import org.jspecify.annotations.NullMarked;
