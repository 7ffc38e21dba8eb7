#include "handles.h"

#include "symbols.h"

#ifdef OPEN_MPI

struct ft_handles ft_handles;

const struct ft_symbol ft_data_symbols[] = {
    {"ompi_mpi_comm_world", &ft_handles.comm_world},
    {"ompi_mpi_comm_self", &ft_handles.comm_self},
    {"ompi_mpi_comm_null", &ft_handles.comm_null},
    {"ompi_mpi_byte", &ft_handles.byte},
    {"ompi_mpi_datatype_null", &ft_handles.datatype_null},
    {"ompi_request_null", &ft_handles.request_null},
    {"ompi_message_null", &ft_handles.message_null},
    {"ompi_message_no_proc", &ft_handles.message_no_proc},
    {"ompi_mpi_int", &ft_handles.int_type},
    {"ompi_mpi_uint64_t", &ft_handles.uint64_type},
    {"ompi_mpi_op_max", &ft_handles.max},
    {NULL, NULL},
};

#else

const struct ft_symbol ft_data_symbols[] = {{NULL, NULL}};

#endif
