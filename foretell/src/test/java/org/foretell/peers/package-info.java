/**
 * Random cases for the simulators that predictions are compared with. Each case also goes through
 * the reader, the engine and its slow twin, which needs no peer.
 */
@org.jspecify.annotations.NullMarked
package org.foretell.peers;
