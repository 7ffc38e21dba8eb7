/**
 * What takes more than one run to answer, each as a question to a runner. Begin with {@link
 * org.foretell.question.Questions}.
 */
@NullMarked
package org.foretell.question;

import org.jspecify.annotations.NullMarked;
