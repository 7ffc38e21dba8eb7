/** What lets several threads replay parts of the ranks: who has which, and what they send. */
@NullMarked
package org.foretell.engine.mail;

import org.jspecify.annotations.NullMarked;
