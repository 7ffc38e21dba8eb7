/** What takes more than one run to answer, each as a question to a runner. */
@NullMarked
package org.foretell.question;

import org.jspecify.annotations.NullMarked;
