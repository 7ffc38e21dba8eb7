/* Calls of which the library says that they are wrong: they must still do so, and the program goes on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The library says no more than that there is an error, which may be another one with another library. */
static void say(const char *what, int error)
{
    printf("%s: %s\n", what, error == MPI_SUCCESS ? "right" : "wrong");
}

int main(int argc, char **argv)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int flag, index, count, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    say("testall", MPI_Testall(1, &request, NULL, MPI_STATUSES_IGNORE));
    say("testall, no requests", MPI_Testall(1, NULL, &flag, MPI_STATUSES_IGNORE));
    say("test", MPI_Test(&request, NULL, &status));
    say("test, no request", MPI_Test(NULL, &flag, &status));
    say("testany", MPI_Testany(1, &request, NULL, NULL, &status));
    say("testsome", MPI_Testsome(1, &request, NULL, NULL, &status));
    say("wait", MPI_Wait(NULL, &status));
    say("waitany", MPI_Waitany(1, &request, NULL, &status));
    say("waitsome", MPI_Waitsome(1, &request, &count, NULL, &status));
    say("waitany, no requests", MPI_Waitany(1, NULL, &index, &status));
    say("start", MPI_Start(NULL));
    say("request_free", MPI_Request_free(NULL));
    say("file_close", MPI_File_close(NULL));
    say("type_free", MPI_Type_free(NULL));
    say("isend", MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL));
    say("send_init", MPI_Send_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL));
    MPI_Finalize();
    return 0;
}
