! A ring in Fortran with "use mpi": waits, wildcards, collectives in place, a communicator split.
program halo
  use mpi
  implicit none
  integer :: rank, ranks, error, next, before, half, color
  integer :: requests(2), statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE)
  integer :: counts(2), places(2), mine(3), all(6), i
  logical :: done
  double precision :: a(10), b(10), total
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  a = rank
  call MPI_Irecv(b, 10, MPI_DOUBLE_PRECISION, before, 3, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(a, 10, MPI_DOUBLE_PRECISION, next, 3, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  call MPI_Irecv(b, 10, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(a, 5, MPI_DOUBLE_PRECISION, next, 4, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, statuses, error)
  call MPI_Isend(a, 4, MPI_DOUBLE_PRECISION, next, 5, MPI_COMM_WORLD, requests(2), error)
  call MPI_Recv(b, 10, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Waitany(2, requests, i, status, error)
  total = rank
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  counts = (/ 1, 2 /)
  places = (/ 0, 1 /)
  all = -1
  call MPI_Allgatherv(mine, rank + 1, MPI_INTEGER, all, counts, places, MPI_INTEGER, MPI_COMM_WORLD, error)
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_INTEGER, MPI_COMM_WORLD, error)
  color = mod(rank, 2)
  call MPI_Comm_split(MPI_COMM_WORLD, color, -rank, half, error)
  call MPI_Bcast(a, 10, MPI_DOUBLE_PRECISION, 0, half, error)
  call MPI_Comm_free(half, error)
  call MPI_Isend(a, 1, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, requests(1), error)
  call MPI_Recv(b, 1, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, status, error)
  call MPI_Test(requests(1), done, MPI_STATUS_IGNORE, error)
  if (.not. done) call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
  if (rank == 0) print '(a, f6.1, f6.1)', 'total ', total, b(1)
  call MPI_Finalize(error)
end program
