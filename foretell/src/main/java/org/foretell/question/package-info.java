/**
 * Questions to a runner that take more than one run to answer. Begin with {@link
 * org.foretell.question.Questions}.
 */
@NullMarked
package org.foretell.question;

import org.jspecify.annotations.NullMarked;
