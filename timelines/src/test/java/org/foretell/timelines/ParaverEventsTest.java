package org.foretell.timelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.foretell.parsers.paraver.ParaverEvents;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types, values and states are those of Extrae 5.1.2. */
class ParaverEventsTest {
  @ParameterizedTest
  @CsvSource({
    "SEND, 50000001, 1, 4",
    "IRECV, 50000001, 4, 11",
    "WAITALL, 50000001, 6, 8",
    "SENDRECV, 50000001, 41, 16",
    "IPROBE, 50000001, 62, 6",
    "SEND_INIT, 50000001, 117, 10",
    "RECV_INIT, 50000001, 116, 11",
    "START, 50000003, 123, 15",
    "STARTALL, 50000003, 124, 15",
    "REQUEST_FREE, 50000003, 115, 8",
    "TEST, 50000003, 39, 8",
    "TESTSOME, 50000003, 128, 8",
    "BARRIER, 50000002, 8, 13",
    "ALLREDUCE, 50000002, 10, 13",
    "IEXSCAN, 50000002, 215, 13",
    "NEIGHBOR_ALLTOALL, 50000002, 178, 13",
    "COMM_SPLIT, 50000003, 23, 15",
    "COMM_CREATE_GROUP, 50000003, 213, 15",
    "INIT, 50000003, 31, 15",
    "PUT, 50000004, 65, 17",
    "WIN_FENCE, 50000004, 68, 17",
    "WIN_UNLOCK, 50000004, 75, 15",
    "WIN_WAIT, 50000004, 72, 8",
    "COMPARE_AND_SWAP, 50000004, 185, 17",
    "WIN_FLUSH_LOCAL_ALL, 50000004, 189, 15",
    "FILE_WRITE_ALL, 50000005, 146, 12",
    "SHMEM_PUT, 52000000, 160, 20",
    "SHMEM_ATOMIC_FETCH, 52000000, 171, 21",
    "SHMEM_QUIET, 52000000, 174, 22",
    "SHMEM_SET_LOCK, 52000000, 185, 23",
    "SHMEM_WAIT_UNTIL, 52000000, 175, 3",
    "SHMEM_BARRIER, 52000000, 177, 13",
  })
  void opsHaveTheNumbersOfExtrae(OpCode code, int type, int value, int state) {
    assertThat(ParaverEvents.type(code)).isEqualTo(type);
    assertThat(ParaverEvents.value(code)).isEqualTo(value);
    assertThat(ParaverStates.state(code)).isEqualTo(state);
  }

  @Test
  void eachOpHasAValueAboveZeroOfItsOwnAndAStateWithANameAndAColour() {
    assertThat(ParaverStates.COLOURS).hasSameSizeAs(ParaverStates.STATES);
    Map<String, OpCode> seen = new HashMap<>();
    for (OpCode code : OpCode.values()) {
      assertThat(ParaverStates.state(code)).isBetween(1, ParaverStates.STATES.length - 1);
      assertThat(ParaverEvents.value(code)).isPositive();
      assertThat(ParaverEvents.TYPES).containsKey(ParaverEvents.type(code));
      String number = ParaverEvents.type(code) + ":" + ParaverEvents.value(code);
      assertThat(seen.put(number, code)).as(number).isNull();
    }
  }
}
