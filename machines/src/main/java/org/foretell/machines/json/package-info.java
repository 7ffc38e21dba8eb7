/** Machine files in JSON, section by section. */
@NullMarked
package org.foretell.machines.json;

import org.jspecify.annotations.NullMarked;
