/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The lock is a record lock: it ends with its process, is not inherited by
 * simulations, and says whose it is. It is not on the database itself, where
 * SQLite has its own.
 */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the open file is still the one of this name: its last owner may have removed it
 * between our open and our lock. */
static bool still_there(int fd, const char *path)
{
    struct stat ours, named;
    return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino &&
           ours.st_dev == named.st_dev;
}

/* The process that has the lock: 0 when nobody has it any more, -1 when it cannot be named
 * (another machine's, or another container's). */
static pid_t owner(int fd)
{
    struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_GETLK, &f) != 0 || f.l_type == F_UNLCK)
        return 0;
    return f.l_pid > 0 ? f.l_pid : -1;
}

/* Opens and locks the file once: 0, -EAGAIN when it was on its way out, -EBUSY and *pid, or
 * another negative errno. */
static int try_lock(struct tn_db_lock *l, pid_t *pid)
{
    struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int rc = 0;
    l->fd = open(l->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (l->fd < 0)
        return errno == EAGAIN ? -EIO : -errno;
    if (fcntl(l->fd, F_SETLK, &f) != 0)
        rc = errno == EACCES ? -EAGAIN : -errno;
    else if (!still_there(l->fd, l->path))
        rc = -EAGAIN;
    else
        return 0;
    *pid = owner(l->fd);
    close(l->fd);
    return rc == -EAGAIN && *pid != 0 ? -EBUSY : rc;
}

int tn_db_lock(struct tn_db_lock *l, const char *db, char *err, size_t err_size)
{
    int rc = -ENAMETOOLONG;
    pid_t pid = 0;
    if (snprintf(l->path, sizeof l->path, "%s-lock", db) < (int)sizeof l->path)
        while ((rc = try_lock(l, &pid)) == -EAGAIN)
            ;
    if (rc == -EBUSY && pid > 0)
        snprintf(err, err_size, "%.300s is in use by another campaign (pid %ld)", db, (long)pid);
    else if (rc == -EBUSY)
        snprintf(err, err_size, "%.300s is in use by another campaign", db);
    else if (rc < 0)
        snprintf(err, err_size, "%.300s: %s", db, strerror(-rc));
    return rc;
}

void tn_db_unlock(struct tn_db_lock *l)
{
    unlink(l->path); /* while it is ours: whoever opened it meanwhile sees that it is gone */
    close(l->fd);
}
