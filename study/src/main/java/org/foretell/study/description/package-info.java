/** A capacity study as its file describes it: programs, offers, the site, and what is uncertain. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.description;
