/*
 * Predefined handles. Those of Open MPI are addresses of variables of its library, which this one is not linked with:
 * they are looked up.
 */
#ifndef FORETELL_HANDLES_H
#define FORETELL_HANDLES_H

#include <mpi.h>

#ifdef OPEN_MPI

struct ft_handles {
    void *comm_world, *comm_self, *comm_null, *byte, *datatype_null, *request_null, *message_null, *message_no_proc;
    void *int_type, *uint64_type, *max;
};

extern struct ft_handles ft_handles;

#undef MPI_COMM_WORLD
#undef MPI_COMM_SELF
#undef MPI_COMM_NULL
#undef MPI_BYTE
#undef MPI_DATATYPE_NULL
#undef MPI_REQUEST_NULL
#undef MPI_MESSAGE_NULL
#undef MPI_MESSAGE_NO_PROC
#undef MPI_INT
#undef MPI_UINT64_T
#undef MPI_MAX
#define MPI_COMM_WORLD ((MPI_Comm)ft_handles.comm_world)
#define MPI_COMM_SELF ((MPI_Comm)ft_handles.comm_self)
#define MPI_COMM_NULL ((MPI_Comm)ft_handles.comm_null)
#define MPI_BYTE ((MPI_Datatype)ft_handles.byte)
#define MPI_DATATYPE_NULL ((MPI_Datatype)ft_handles.datatype_null)
#define MPI_REQUEST_NULL ((MPI_Request)ft_handles.request_null)
#define MPI_MESSAGE_NULL ((MPI_Message)ft_handles.message_null)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)ft_handles.message_no_proc)
#define MPI_INT ((MPI_Datatype)ft_handles.int_type)
#define MPI_UINT64_T ((MPI_Datatype)ft_handles.uint64_type)
#define MPI_MAX ((MPI_Op)ft_handles.max)

#endif
#endif
