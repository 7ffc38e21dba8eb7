package org.foretell.parsers.raw;

import java.util.regex.Pattern;

/**
 * Names of calls that no other rank can notice: they ask about ranks, groups, datatypes and the
 * like, or make such objects in their own rank. The standards call them local. As bursts of their
 * own length they are replayed in full.
 */
final class LocalCalls {
  private static final Pattern MPI =
      Pattern.compile(
          "MPI_(W(time|tick)|Initialized|Finalized|Is_thread_main|Query_thread"
              + "|Get_(address|count|elements|library_version|processor_name|version)(_[cx])?"
              + "|Type_.*|Group_.*|Info_.*|Op_.*|Pack|Pack_.*|Unpack|Unpack_.*|Status_.*"
              + "|Error_.*|Errhandler_.*|Add_error_.*|Attr_.*|Keyval_.*|Address|Aint_.*"
              + "|Alloc_mem|Free_mem|Buffer_attach|Dims_create|Topo_test|Cartdim_get|Graphdims_get"
              + "|Cart_(coords|get|rank|shift)|Graph_(get|neighbors.*)|Dist_graph_neighbors.*"
              + "|Comm_(rank|size|group|compare|remote_size|remote_group|test_inter|get_(attr|errhandler|info|name)"
              + "|set_(attr|errhandler|name)|create_(errhandler|keyval)|free_keyval|delete_attr)"
              + "|(File|Win)_(get_.*|set_errhandler|create_errhandler))");

  private static final Pattern SHMEM =
      Pattern.compile(
          "shmem_(my_pe|n_pes|ptr|(pe|addr)_accessible|info_.*|query_thread"
              + "|team_(my_pe|n_pes|get_config|translate_pe))|_?(my_pe|num_pes)");

  private LocalCalls() {}

  static boolean include(String name) {
    return MPI.matcher(name).matches() || SHMEM.matcher(name).matches();
  }
}
