/** Many runs on all cores. */
@NullMarked
package org.foretell.runner;

import org.jspecify.annotations.NullMarked;
