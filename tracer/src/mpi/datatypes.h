/* Datatypes and operations. */
#ifndef FORETELL_DATATYPES_H
#define FORETELL_DATATYPES_H

#include "values.h"

#include <stdint.h>

/* Bytes of a datatype, those between its parts left out. */
int64_t ft_type_bytes(MPI_Datatype datatype);

static inline int64_t ft_bytes(int64_t count, MPI_Datatype datatype)
{
    return count * ft_type_bytes(datatype);
}

/* 1 if the operation does not commute. */
int64_t ft_not_commutative(MPI_Op op);

void ft_forget_datatype(MPI_Datatype datatype);
void ft_forget_operation(MPI_Op op);

#endif
