/* What windows have and what is wrong with calls: attributes, names, hints, handlers, error classes.
 * diff: ranks=2 trace=no */
#include "diff.h"

static int copied(MPI_Win win, int key, void *extra, void *in, void *value, int *flag) {
    (void)win, (void)key, (void)extra, (void)in, (void)value;
    *flag = 0;
    return MPI_SUCCESS;
}

static int deleted(MPI_Win win, int key, void *value, void *extra) {
    (void)win, (void)key;
    *(int *)extra += *(int *)value;
    return MPI_SUCCESS;
}

static void handler(MPI_Win *win, int *code, ...) {
    int class;
    (void)win;
    MPI_Error_class(*code, &class);
    out("handler: class %d", class);
}

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static void attributes(MPI_Win win, int *w, int bytes) {
    void *value;
    int flag, key, value_of = 5, total = 0, length;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    out("base %d %d", flag, value == w);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    out("size %d %d", flag, *(MPI_Aint *)value == bytes);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
    out("unit %d", *(int *)value);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    out("flavor %d", *(int *)value == MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    out("model %d", *(int *)value == MPI_WIN_UNIFIED);
    MPI_Win_create_keyval(copied, deleted, &key, &total);
    MPI_Win_get_attr(win, key, &value, &flag);
    out("none %d", flag);
    MPI_Win_set_attr(win, key, &value_of);
    MPI_Win_get_attr(win, key, &value, &flag);
    out("own %d %d", flag, *(int *)value);
    MPI_Win_set_attr(win, key, &value_of);
    MPI_Win_delete_attr(win, key);
    out("deleted %d", total);
    MPI_Win_free_keyval(&key);
    out("key %d", key == MPI_KEYVAL_INVALID);
    MPI_Win_get_name(win, name, &length);
    out("name '%s' %d", name, length);
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &length);
    out("name '%s' %d", name, length);
}

static void hints(MPI_Win win) {
    MPI_Info info;
    char value[64];
    int flag;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "false");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    MPI_Info_get(info, "no_locks", 63, value, &flag);
    out("hint %d %s", flag, flag ? value : "");
    MPI_Info_free(&info);
}

static void errors(MPI_Win win, int rank) {
    int v = 0;
    MPI_Errhandler own, now;
    MPI_Win_create_errhandler(handler, &own);
    MPI_Win_set_errhandler(win, own);
    MPI_Win_get_errhandler(win, &now);
    out("handler %d", now == own);
    MPI_Errhandler_free(&now);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
    out("outside %d", class_of(MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win)) == MPI_ERR_RMA_SYNC);
    out("unlock %d", class_of(MPI_Win_unlock(0, win)) == MPI_ERR_RMA_SYNC);
    out("complete %d", class_of(MPI_Win_complete(win)) == MPI_ERR_RMA_SYNC);
    out("flush %d", class_of(MPI_Win_flush(0, win)) == MPI_ERR_RMA_SYNC);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    out("again %d", class_of(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win)) == MPI_ERR_RMA_SYNC);
    out("rank %d", class_of(MPI_Put(&v, 1, MPI_INT, 17, 0, 1, MPI_INT, win)) == MPI_ERR_RANK);
    out("count %d", class_of(MPI_Put(&v, -1, MPI_INT, rank, 0, 1, MPI_INT, win)) == MPI_ERR_COUNT);
    out("type %d", class_of(MPI_Get(&v, 1, MPI_DATATYPE_NULL, rank, 0, 1, MPI_INT, win)) == MPI_ERR_TYPE);
    out("null %d", class_of(MPI_Put(&v, 1, MPI_INT, rank, 0, 1, MPI_INT, win)) == MPI_SUCCESS);
    out("open %d", class_of(MPI_Win_free(&win)) == MPI_ERR_RMA_SYNC);
    MPI_Win_unlock(rank, win);
    out("test %d", class_of(MPI_Win_wait(win)) == MPI_ERR_RMA_SYNC);
}

int main(int argc, char **argv) {
    int rank, w[8] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(w, sizeof w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    attributes(win, w, sizeof w);
    hints(win);
    errors(win, rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
