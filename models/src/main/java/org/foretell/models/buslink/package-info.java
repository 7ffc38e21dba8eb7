/** The model of Dimemas and PSINS: messages wait for a limited number of links and buses. */
@NullMarked
package org.foretell.models.buslink;

import org.jspecify.annotations.NullMarked;
