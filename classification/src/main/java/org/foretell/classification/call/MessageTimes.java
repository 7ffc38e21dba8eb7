package org.foretell.classification.call;

/**
 * A message with its calls. All times are picoseconds.
 *
 * @param source world rank
 * @param destination world rank
 * @param sendSite call site of the send or its posting, or {@link org.foretell.trace.OpView#NONE}
 * @param receiveSite where its receive is called or posted, or {@link
 *     org.foretell.trace.OpView#NONE}
 * @param marker of the phase in which it was sent, or {@link org.foretell.trace.OpView#NONE}
 * @param sendMode calls of the sending side
 * @param receiveMode calls of the receiving side
 * @param bytes payload
 * @param sendPs duration of the call that sends or posts it
 * @param sendGapPs from the end of that call to the call that waits for it; 0 without a wait
 * @param sendWaitPs duration of that wait; 0 without a wait
 * @param receivePs duration of the call that receives it or posts the receive
 * @param receiveGapPs from the end of that call to the call that waits for it; 0 without a wait
 * @param receiveWaitPs duration of that wait; 0 without a wait
 * @param receiveAfterSendPs from the start of the send to that of the receive, or of their
 *     postings; below 0 if the receive is first
 * @param messagePs from the beginning of the send to the end of the receive
 */
public record MessageTimes(
    int source,
    int destination,
    int sendSite,
    int receiveSite,
    int marker,
    CallMode sendMode,
    CallMode receiveMode,
    long bytes,
    long sendPs,
    long sendGapPs,
    long sendWaitPs,
    long receivePs,
    long receiveGapPs,
    long receiveWaitPs,
    long receiveAfterSendPs,
    long messagePs) {
  static MessageTimes of(Half send, Half receive, long bytes) {
    return new MessageTimes(
        send.rank,
        receive.rank,
        send.callSite,
        receive.callSite,
        send.marker,
        send.mode,
        receive.mode,
        bytes,
        send.endPs - send.startPs,
        send.waitStartPs - send.endPs,
        send.waitEndPs - send.waitStartPs,
        receive.endPs - receive.startPs,
        receive.waitStartPs - receive.endPs,
        receive.waitEndPs - receive.waitStartPs,
        receive.startPs - send.startPs,
        Math.max(0, receive.waitEndPs - send.startPs));
  }
}
