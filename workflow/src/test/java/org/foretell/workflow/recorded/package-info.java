/** Tests of recorded workflows. */
@org.jspecify.annotations.NullMarked
package org.foretell.workflow.recorded;
