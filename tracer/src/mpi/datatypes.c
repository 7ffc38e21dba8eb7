#include "datatypes.h"

#include "definitions.h"
#include "map.h"

static struct ft_map sizes = FT_MAP_EMPTY;    /* bytes + 1 */
static struct ft_map operations = FT_MAP_EMPTY; /* 1 commutes, 2 does not */

int64_t ft_type_bytes(MPI_Datatype datatype)
{
    if (datatype == MPI_DATATYPE_NULL)
        return 0;
    uint64_t known = ft_map_get(&sizes, FT_KEY(datatype));
    if (known != 0)
        return (int64_t)(known - 1);
    MPI_Count size = 0;
    real_MPI_Type_size_x(datatype, &size);
    static _Atomic bool said;
    if (size < 0) {
        if (!said) {
            said = true;
            ft_note("a datatype has no size that the MPI library can tell; its messages count as empty");
        }
        size = 0;
    }
    ft_map_set(&sizes, FT_KEY(datatype), (uint64_t)size + 1);
    return size;
}

void ft_forget_datatype(MPI_Datatype datatype)
{
    ft_map_set(&sizes, FT_KEY(datatype), 0);
}

int64_t ft_not_commutative(MPI_Op op)
{
    uint64_t known = ft_map_get(&operations, FT_KEY(op));
    if (known == 0) {
        int commutes = 1;
        real_MPI_Op_commutative(op, &commutes);
        known = commutes ? 1 : 2;
        ft_map_set(&operations, FT_KEY(op), known);
    }
    return known == 2;
}

void ft_forget_operation(MPI_Op op)
{
    ft_map_set(&operations, FT_KEY(op), 0);
}
