/** The model of Dimemas and PSINS: messages wait for counted links and buses. */
@NullMarked
package org.foretell.models.buslink;

import org.jspecify.annotations.NullMarked;
