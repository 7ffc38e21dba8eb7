package org.foretell.models.maxrate;

import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.time.Ps;

/**
 * What network interfaces and ranks can carry.
 *
 * @param gapPs g, what an interface takes for a message; 1/g is its message rate
 * @param gapPsPerByte G, what it takes for each byte after the first
 * @param rankPsPerByte what a rank takes to inject, or take in, each byte after the first
 * @param bandwidthFactors of the rate of one message, by size
 * @param stripeBytes larger messages go in equal parts over all interfaces of a node
 */
record InterfaceRates(
    long gapPs,
    double gapPsPerByte,
    double rankPsPerByte,
    SizeFactors bandwidthFactors,
    long stripeBytes) {
  boolean stripes(long bytes) {
    return bytes > stripeBytes;
  }

  /** How long a message keeps each of the interfaces that carry it. */
  long interfacePs(long bytes, int interfaces) {
    long part = Collective.ceilDivide(bytes, interfaces);
    return Ps.plus(gapPs, MessageCosts.afterFirstByte(part, gapPsPerByte));
  }

  /**
   * From the first byte of a message to its last, when nothing else goes on.
   *
   * @param interfaces at the end that has fewer that carry it
   */
  long streamPs(long bytes, int interfaces) {
    double psPerByte = Math.max(rankPsPerByte, gapPsPerByte / interfaces);
    if (bandwidthFactors != SizeFactors.ONE) {
      psPerByte /= bandwidthFactors.of(bytes);
    }
    return MessageCosts.afterFirstByte(bytes, psPerByte);
  }
}
