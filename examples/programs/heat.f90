! Heat in a rod of N points, half of it hot at the start: heat N STEPS
!
! The ranks hold pieces of the rod, and exchange one point with each neighbour in each step.
program heat
  use mpi_f08
  implicit none
  integer :: rank, ranks, n, steps, local, left, right, step, i
  real(8), allocatable :: now(:), then(:)
  real(8) :: start, seconds, greatest, total, mine, expected
  character(len=32) :: text
  logical :: sound

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  n = 100000
  steps = 1000
  if (command_argument_count() >= 1) then
    call get_command_argument(1, text)
    read (text, *) n
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, text)
    read (text, *) steps
  end if
  if (n < 2*ranks .or. mod(n, 2*ranks) /= 0 .or. steps < 1) then
    print '(a,i0)', 'usage: heat N STEPS, where N is a multiple of ', 2*ranks
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end if
  local = n/ranks
  left = rank - 1
  right = rank + 1
  if (rank == 0) left = MPI_PROC_NULL
  if (rank == ranks - 1) right = MPI_PROC_NULL

  allocate (now(0:local + 1), then(0:local + 1))
  do i = 1, local
    now(i) = merge(1d0, 0d0, rank*local + i <= n/2)
  end do

  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Pcontrol(2)
  start = MPI_Wtime()
  do step = 1, steps
    ! The ends of the rod are insulated: beyond them it is as warm as at them.
    now(0) = now(1)
    now(local + 1) = now(local)
    call MPI_Sendrecv(now(local), 1, MPI_DOUBLE_PRECISION, right, 1, now(0), 1, MPI_DOUBLE_PRECISION, left, 1, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(now(1), 1, MPI_DOUBLE_PRECISION, left, 2, now(local + 1), 1, MPI_DOUBLE_PRECISION, right, 2, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    do i = 1, local
      then(i) = now(i) + 0.25d0*(now(i - 1) - 2*now(i) + now(i + 1))
    end do
    now(1:local) = then(1:local)
  end do
  seconds = MPI_Wtime() - start
  call MPI_Pcontrol(-2)

  ! Heat is neither made nor lost.
  mine = sum(now(1:local))
  call MPI_Reduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  call MPI_Reduce(seconds, greatest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
  sound = .true.
  if (rank == 0) then
    expected = n/2
    sound = abs(total - expected) < 1d-6*expected
    print '(a,f0.9,1x,a)', 'seconds 0', greatest, trim(merge('right', 'WRONG', sound))
  end if
  call MPI_Finalize()
  if (.not. sound) stop 1
end program heat
