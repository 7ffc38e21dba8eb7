/** Puts the calls that move one message, collective or update together, with their times. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.call;
