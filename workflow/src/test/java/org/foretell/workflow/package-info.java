/** Tests of workflows. */
@org.jspecify.annotations.NullMarked
package org.foretell.workflow;
