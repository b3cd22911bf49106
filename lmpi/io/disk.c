/* disk.c - files of the host as MPI-IO uses them (disk.h). */
#include "lmpi/io/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/datatype.h"

/* A file that is open in one mode, or, in a skeleton, one that was opened or deleted: its entry then stays. */
struct lmpi_disk {
    lmpi_disk *next;
    char *path; /* absolute */
    int fd;     /* -1: none */
    int flags;  /* O_RDONLY, O_WRONLY, O_RDWR */
    int users;
    dev_t device;
    ino_t inode;
    bool imagined;
    bool exists, noted; /* skeletons: as the program sees it; data were noted as written */
    int64_t size;       /* skeletons */
};

static lmpi_disk *disks;
static int64_t changes;

int lmpi_disk_error(int number) {
    switch (number) {
    case ENOENT:
        return MPI_ERR_NO_SUCH_FILE;
    case EACCES:
    case EPERM:
        return MPI_ERR_ACCESS;
    case EROFS:
        return MPI_ERR_READ_ONLY;
    case EEXIST:
        return MPI_ERR_FILE_EXISTS;
    case ENOSPC:
        return MPI_ERR_NO_SPACE;
    case EDQUOT:
        return MPI_ERR_QUOTA;
    case ENAMETOOLONG:
    case EISDIR:
    case ENOTDIR:
        return MPI_ERR_BAD_FILE;
    case ETXTBSY:
        return MPI_ERR_FILE_IN_USE;
    default:
        return MPI_ERR_IO;
    }
}

/* The absolute path of a file that exists, or whose folder does; owned by the caller. */
static char *absolute(const char *path) {
    char folder[PATH_MAX], *found = realpath(path, folder);
    if (found)
        return bsim_strdup(found);
    const char *slash = strrchr(path, '/');
    char *parent = bsim_strdup(slash ? path : ".");
    if (slash)
        parent[slash == path ? 1 : slash - path] = '\0';
    found = realpath(parent, folder);
    bsim_free(parent);
    if (!found)
        return bsim_strdup(path);
    size_t size = strlen(found) + strlen(path) + 2;
    char *whole = bsim_alloc(size);
    snprintf(whole, size, "%s/%s", found, slash ? slash + 1 : path);
    return whole;
}

static int flags_of(int amode) {
    return amode & MPI_MODE_RDONLY ? O_RDONLY : amode & MPI_MODE_WRONLY ? O_WRONLY : O_RDWR;
}

static lmpi_disk *add(char *path, int fd, int flags) {
    lmpi_disk *d = bsim_alloc(sizeof *d);
    *d = (lmpi_disk){.next = disks, .path = path, .fd = fd, .flags = flags};
    return disks = d;
}

static void drop(lmpi_disk *disk) {
    lmpi_disk **at = &disks;
    while (*at != disk)
        at = &(*at)->next;
    *at = disk->next;
    if (disk->fd >= 0)
        close(disk->fd);
    bsim_free(disk->path);
    bsim_free(disk);
}

/* ---- in a skeleton ---- */

/* The entry of a path, which begins with what the host has. */
static lmpi_disk *noted(const char *path) {
    char *whole = absolute(path);
    for (lmpi_disk *d = disks; d; d = d->next)
        if (strcmp(d->path, whole) == 0) {
            bsim_free(whole);
            return d;
        }
    struct stat st;
    lmpi_disk *d = add(whole, -1, 0);
    d->exists = stat(whole, &st) == 0;
    d->size = d->exists ? (int64_t)st.st_size : 0;
    return d;
}

/* Whether the host would let the program create a file there. */
static int may_create(const char *path) {
    char *parent = bsim_strdup(path), *slash = strrchr(parent, '/');
    if (slash)
        slash[slash == parent] = '\0';
    int code = access(slash ? parent : ".", W_OK | X_OK) == 0 ? MPI_SUCCESS : lmpi_disk_error(errno);
    bsim_free(parent);
    return code;
}

/* Whether the file is there: the program may have deleted itself what MPI has made, and made anew what MPI has deleted.
 */
static bool is_known(const lmpi_disk *d, int amode) {
    bool depends = d->exists ? amode & MPI_MODE_EXCL : !(amode & MPI_MODE_CREATE);
    return !d->noted || !depends || (!d->exists && access(d->path, F_OK) != 0);
}

static int open_noted(const char *path, int amode, lmpi_disk **disk) {
    lmpi_disk *d = noted(path);
    if (!is_known(d, amode))
        return LMPI_DISK_UNKNOWN;
    if (d->exists && (amode & MPI_MODE_EXCL))
        return MPI_ERR_FILE_EXISTS;
    if (!d->exists && !(amode & MPI_MODE_CREATE))
        return MPI_ERR_NO_SUCH_FILE;
    bool created = d->noted || !d->exists || access(d->path, F_OK) != 0;
    int rights = (flags_of(amode) != O_RDONLY ? W_OK : 0) | (flags_of(amode) != O_WRONLY ? R_OK : 0);
    if (!created && access(d->path, rights) != 0)
        return lmpi_disk_error(errno);
    int code = d->exists ? MPI_SUCCESS : may_create(d->path);
    if (code != MPI_SUCCESS)
        return code;
    if (!d->exists) {
        d->exists = d->noted = true;
        d->size = 0;
        changes++;
    }
    if (d->fd < 0 && !d->noted && (rights & R_OK) && (d->fd = open(d->path, O_RDONLY | O_CLOEXEC)) < 0)
        return lmpi_disk_error(errno);
    d->users++;
    *disk = d;
    return MPI_SUCCESS;
}

void lmpi_disk_note(lmpi_disk *disk, int64_t end) {
    disk->noted = true;
    if (end > disk->size)
        disk->size = end;
}

bool lmpi_disk_noted(const lmpi_disk *disk) {
    return disk->noted;
}

/* ---- opening and closing ---- */

int lmpi_disk_open(const char *path, int amode, lmpi_disk **disk) {
    struct stat st;
    if (lmpi_is_skeleton())
        return open_noted(path, amode, disk);
    int flags = flags_of(amode);
    int how = (amode & MPI_MODE_CREATE ? O_CREAT : 0) | (amode & MPI_MODE_EXCL ? O_EXCL : 0) | O_CLOEXEC;
    int fd = open(path, flags | how, 0666);
    if (fd < 0)
        return lmpi_disk_error(errno);
    if (fstat(fd, &st) != 0 || S_ISDIR(st.st_mode)) {
        close(fd);
        return MPI_ERR_BAD_FILE;
    }
    for (lmpi_disk *d = disks; d; d = d->next)
        if (d->device == st.st_dev && d->inode == st.st_ino && d->flags == flags) {
            close(fd);
            d->users++;
            *disk = d;
            return MPI_SUCCESS;
        }
    *disk = add(absolute(path), fd, flags);
    (*disk)->device = st.st_dev;
    (*disk)->inode = st.st_ino;
    (*disk)->users = 1;
    return MPI_SUCCESS;
}

lmpi_disk *lmpi_disk_imagine(void) {
    lmpi_disk *d = add(bsim_strdup("a file of the trace"), -1, 0);
    d->imagined = true;
    d->users = 1;
    return d;
}

int lmpi_disk_close(lmpi_disk *disk, bool deletes) {
    int code = deletes && !disk->imagined ? lmpi_disk_delete(disk->path) : MPI_SUCCESS;
    if (--disk->users > 0)
        return code;
    if (!lmpi_is_skeleton() || disk->imagined) {
        drop(disk);
    } else if (disk->fd >= 0) {
        close(disk->fd);
        disk->fd = -1;
    }
    return code;
}

int lmpi_disk_delete(const char *path) {
    if (!lmpi_is_skeleton())
        return unlink(path) == 0 ? MPI_SUCCESS : lmpi_disk_error(errno);
    lmpi_disk *d = noted(path);
    if (!d->exists)
        return MPI_ERR_NO_SUCH_FILE;
    d->exists = false;
    d->noted = true; /* what the host has under this name is not the program's any more */
    d->size = 0;
    changes++;
    return MPI_SUCCESS;
}

/* ---- sizes and data ---- */

int64_t lmpi_disk_size(const lmpi_disk *disk) {
    struct stat st;
    if (disk->imagined)
        return INT64_MAX;
    if (lmpi_is_skeleton())
        return disk->size;
    return fstat(disk->fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

int lmpi_disk_resize(lmpi_disk *disk, int64_t size, bool only_longer) {
    if (disk->imagined || (only_longer && lmpi_disk_size(disk) >= size))
        return MPI_SUCCESS;
    if (lmpi_is_skeleton()) {
        changes += disk->size != size;
        disk->size = size;
        disk->noted = true;
        return MPI_SUCCESS;
    }
    return ftruncate(disk->fd, (off_t)size) == 0 ? MPI_SUCCESS : lmpi_disk_error(errno);
}

int lmpi_disk_sync(lmpi_disk *disk) {
    if (lmpi_is_skeleton() || disk->imagined || disk->flags == O_RDONLY)
        return MPI_SUCCESS;
    return fsync(disk->fd) == 0 || errno == EINVAL ? MPI_SUCCESS : lmpi_disk_error(errno);
}

int lmpi_disk_read(lmpi_disk *disk, int64_t offset, void *to, int64_t bytes) {
    for (int64_t done = disk->imagined ? bytes : 0; done < bytes;) {
        ssize_t n = pread(disk->fd, (char *)to + done, (size_t)(bytes - done), (off_t)(offset + done));
        if (n < 0 && errno != EINTR)
            return lmpi_disk_error(errno);
        if (n == 0) { /* it has become shorter meanwhile */
            memset((char *)to + done, 0, (size_t)(bytes - done));
            return MPI_SUCCESS;
        }
        done += n > 0 ? n : 0;
    }
    return MPI_SUCCESS;
}

int lmpi_disk_write(lmpi_disk *disk, int64_t offset, const void *from, int64_t bytes) {
    for (int64_t done = disk->imagined ? bytes : 0; done < bytes;) {
        ssize_t n = pwrite(disk->fd, (const char *)from + done, (size_t)(bytes - done), (off_t)(offset + done));
        if (n <= 0 && errno != EINTR)
            return lmpi_disk_error(n == 0 ? ENOSPC : errno);
        done += n > 0 ? n : 0;
    }
    return MPI_SUCCESS;
}

int64_t lmpi_disk_changes(void) {
    return changes;
}

const char *lmpi_disk_path(const lmpi_disk *disk) {
    return disk->path;
}
