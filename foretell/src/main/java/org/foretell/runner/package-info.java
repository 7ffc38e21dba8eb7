/** Many runs on all cores: the runner, what is asked of it, and what it answers. */
@NullMarked
package org.foretell.runner;

import org.jspecify.annotations.NullMarked;
