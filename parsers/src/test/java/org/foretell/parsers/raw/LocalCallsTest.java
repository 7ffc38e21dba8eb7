package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalCallsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "MPI_Comm_rank",
        "MPI_Comm_size",
        "MPI_Wtime",
        "MPI_Get_processor_name",
        "MPI_Get_elements_x",
        "MPI_Cart_shift",
        "MPI_Dims_create",
        "MPI_Type_commit",
        "MPI_Type_vector",
        "MPI_Group_incl",
        "MPI_File_get_size",
        "MPI_Win_get_group",
        "shmem_my_pe",
        "shmem_ptr",
        "_num_pes"
      })
  void callsThatNoOtherRankNotices(String name) {
    assertThat(LocalCalls.include(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MPI_Send_c",
        "MPI_Get_c",
        "MPI_Get_accumulate",
        "MPI_Get_accumulate_c",
        "MPI_Comm_get_parent",
        "MPI_Comm_set_info",
        "MPI_Cart_map",
        "MPI_File_set_view",
        "MPI_Buffer_detach",
        "MPI_Win_attach",
        "MPI_Abort",
        "shmem_global_exit"
      })
  void callsThatOthersMayNotice(String name) {
    assertThat(LocalCalls.include(name)).isFalse();
  }

  @Test
  void notesNameOnlyCallsThatOthersMayNotice() {
    RawNotes notes = new RawNotes();
    notes.otherCall(new RawFunction("MPI_Comm_rank", null, List.of()));
    assertThat(notes.list()).isEmpty();
    notes.otherCall(new RawFunction("MPI_Cart_map", null, List.of()));
    assertThat(notes.list())
        .singleElement()
        .asString()
        .contains("1 MPI_Cart_map")
        .doesNotContain("MPI_Comm_rank");
  }
}
