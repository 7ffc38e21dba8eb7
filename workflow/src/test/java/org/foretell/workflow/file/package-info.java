/** Tests of pipeline files. */
@org.jspecify.annotations.NullMarked
package org.foretell.workflow.file;
