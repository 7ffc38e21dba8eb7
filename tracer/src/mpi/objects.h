/* Windows, files, and messages that were probed. */
#ifndef FORETELL_OBJECTS_H
#define FORETELL_OBJECTS_H

#include "values.h"

#include <stdbool.h>
#include <stdint.h>

int64_t ft_window_add(MPI_Win win);
int64_t ft_window(MPI_Win win);
void ft_window_remove(MPI_Win win);
int64_t ft_file_add(MPI_File file, int64_t communicator);
int64_t ft_file(MPI_File file);
int64_t ft_file_communicator(MPI_File file);
void ft_file_remove(MPI_File file);
int64_t ft_file_offset(MPI_File file, MPI_Offset offset);

struct ft_message {
    int64_t peer, tag, communicator;
};

void ft_message_add(MPI_Message message, const struct ft_message *content);

/* What is known of a message that is about to be received; false if nothing. */
bool ft_message_take(MPI_Message message, struct ft_message *content);

#endif
