/** Joins the calls of a message, collective or update, with their times. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.call;
