/** Studies that a program describes; begin with {@link org.foretell.study.build.StudyBuilder}. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.build;
