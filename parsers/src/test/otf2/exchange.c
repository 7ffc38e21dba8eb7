/* A program of MPI for EZTrace to record: messages with and without requests, and collectives in two communicators. */
#include <mpi.h>
int main( int argc, char** argv ) {
  int rank, size, in[ 4 ], out[ 4 ] = { 1, 2, 3, 4 };
  MPI_Comm half;
  MPI_Request r[ 2 ];
  MPI_Init( &argc, &argv );
  MPI_Comm_rank( MPI_COMM_WORLD, &rank );
  MPI_Comm_size( MPI_COMM_WORLD, &size );
  MPI_Comm_split( MPI_COMM_WORLD, rank % 2, rank, &half );
  for ( int i = 0; i < 50; i++ ) {
    MPI_Irecv( in, 4, MPI_INT, ( rank + size - 1 ) % size, i, MPI_COMM_WORLD, &r[ 0 ] );
    MPI_Isend( out, 4, MPI_INT, ( rank + 1 ) % size, i, MPI_COMM_WORLD, &r[ 1 ] );
    MPI_Waitall( 2, r, MPI_STATUSES_IGNORE );
    MPI_Allreduce( out, in, 4, MPI_INT, MPI_SUM, i % 2 ? half : MPI_COMM_WORLD );
    MPI_Bcast( in, 2, MPI_INT, 1, MPI_COMM_WORLD );
    if ( rank == 0 ) MPI_Send( out, 3, MPI_INT, 1, 7, MPI_COMM_WORLD );
    if ( rank == 1 ) MPI_Recv( in, 3, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE );
  }
  MPI_Finalize();
}
