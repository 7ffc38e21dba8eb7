/* Numbers of MPI as records have them, and handles as keys. */
#ifndef FORETELL_VALUES_H
#define FORETELL_VALUES_H

#include "handles.h"
#include "mpi_real.h"

#include <stdint.h>

enum { FT_ANY = -1, FT_NOBODY = -2, FT_NONE = -3 };

#define FT_KEY(handle) ((uint64_t)(uintptr_t)(handle))

/* Handles of Fortran. */
#ifdef OPEN_MPI
#define ft_comm_f2c real_MPI_Comm_f2c
#define ft_type_f2c real_MPI_Type_f2c
#define ft_request_f2c real_MPI_Request_f2c
#define ft_op_f2c real_MPI_Op_f2c
#define ft_group_f2c real_MPI_Group_f2c
#define ft_win_f2c real_MPI_Win_f2c
#define ft_file_f2c real_MPI_File_f2c
#define ft_message_f2c real_MPI_Message_f2c
#else
#define ft_comm_f2c MPI_Comm_f2c
#define ft_type_f2c MPI_Type_f2c
#define ft_request_f2c MPI_Request_f2c
#define ft_op_f2c MPI_Op_f2c
#define ft_group_f2c MPI_Group_f2c
#define ft_win_f2c MPI_Win_f2c
#define ft_file_f2c real_MPI_File_f2c
#define ft_message_f2c MPI_Message_f2c
#endif

static inline int64_t ft_rank(int rank)
{
    return rank == MPI_ANY_SOURCE ? FT_ANY : rank == MPI_PROC_NULL ? FT_NOBODY : rank;
}

static inline int64_t ft_tag(int tag)
{
    return tag == MPI_ANY_TAG ? FT_ANY : tag;
}

#endif
