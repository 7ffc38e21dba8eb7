/**
 * GOAL schedules, the input of LogGOPSim and ATLAHS, as text and in the binary form of {@code
 * txt2bin}.
 */
@NullMarked
package org.foretell.parsers.goal;

import org.jspecify.annotations.NullMarked;
