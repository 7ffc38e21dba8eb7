/**
 * GOAL schedules, the input of LogGOPSim and ATLAHS, as text and in the binary form that {@code
 * txt2bin} makes of it.
 */
@NullMarked
package org.foretell.parsers.goal;

import org.jspecify.annotations.NullMarked;
