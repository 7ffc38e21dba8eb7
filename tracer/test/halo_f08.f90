! A ring in Fortran with "use mpi_f08", without the argument for errors: waits, wildcards, collectives in place, a communicator split.
program halo_f08
  use mpi_f08
  implicit none
  integer :: rank, ranks, next, before, color
  type(MPI_Comm) :: half
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2), status
  integer :: counts(2), places(2), mine(3), all(6), i
  logical :: done
  double precision :: a(10), b(10), total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  a = rank
  call MPI_Irecv(b, 10, MPI_DOUBLE_PRECISION, before, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(a, 10, MPI_DOUBLE_PRECISION, next, 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Irecv(b, 10, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(a, 5, MPI_DOUBLE_PRECISION, next, 4, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, statuses)
  call MPI_Isend(a, 4, MPI_DOUBLE_PRECISION, next, 5, MPI_COMM_WORLD, requests(2))
  call MPI_Recv(b, 10, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Waitany(2, requests, i, status)
  total = rank
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  counts = (/ 1, 2 /)
  places = (/ 0, 1 /)
  all = -1
  call MPI_Allgatherv(mine, rank + 1, MPI_INTEGER, all, counts, places, MPI_INTEGER, MPI_COMM_WORLD)
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_INTEGER, MPI_COMM_WORLD)
  color = mod(rank, 2)
  call MPI_Comm_split(MPI_COMM_WORLD, color, -rank, half)
  call MPI_Bcast(a, 10, MPI_DOUBLE_PRECISION, 0, half)
  call MPI_Comm_free(half)
  call MPI_Isend(a, 1, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, requests(1))
  call MPI_Recv(b, 1, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, status)
  call MPI_Test(requests(1), done, MPI_STATUS_IGNORE)
  if (.not. done) call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
  if (rank == 0) print '(a, f6.1, f6.1)', 'total ', total, b(1)
  call MPI_Finalize()
end program
