/** Tests of questions. */
@NullMarked
package org.foretell.question;

import org.jspecify.annotations.NullMarked;
