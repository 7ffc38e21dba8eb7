/** Tests of traced tasks. */
@org.jspecify.annotations.NullMarked
package org.foretell.workflow.traced;
