/** Many runs on all cores: the runner, its questions, and their answers. */
@NullMarked
package org.foretell.runner;

import org.jspecify.annotations.NullMarked;
