/** The communication models that ship: what a message, a collective or a remote access costs. */
@NullMarked
package org.foretell.models;

import org.jspecify.annotations.NullMarked;
