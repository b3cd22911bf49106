/* attrs.c - attributes of communicators and datatypes: values, copies, callbacks in their order. diff: record=no */
#include "diff.h"

static int copy_plus_one(MPI_Comm comm, int keyval, void *extra, void *value, void *out_value, int *flag) {
    (void)comm, (void)keyval;
    out("copy %d extra %d", (int)(intptr_t)value, (int)(intptr_t)extra);
    *(void **)out_value = (void *)((intptr_t)value + 1);
    *flag = 1;
    return MPI_SUCCESS;
}

static int copy_never(MPI_Comm comm, int keyval, void *extra, void *value, void *out_value, int *flag) {
    (void)comm, (void)keyval, (void)extra, (void)out_value;
    out("copy never %d", (int)(intptr_t)value);
    *flag = 0;
    return MPI_SUCCESS;
}

static int copy_fails(MPI_Comm comm, int keyval, void *extra, void *value, void *out_value, int *flag) {
    (void)comm, (void)keyval, (void)extra, (void)out_value;
    out("copy fails %d", (int)(intptr_t)value);
    *flag = 0;
    return MPI_ERR_OTHER;
}

static int removed(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm, (void)keyval;
    out("delete %d extra %d", (int)(intptr_t)value, (int)(intptr_t)extra);
    return MPI_SUCCESS;
}

static void show(const char *what, MPI_Comm comm, int key) {
    void *value = NULL;
    int flag;
    MPI_Comm_get_attr(comm, key, &value, &flag);
    out("%s: flag %d value %d", what, flag, flag ? (int)(intptr_t)value : 0);
}

static void show_type(const char *what, MPI_Datatype type, int key) {
    void *value = NULL;
    int flag;
    MPI_Type_get_attr(type, key, &value, &flag);
    out("%s: flag %d value %d", what, flag, flag ? (int)(intptr_t)value : 0);
}

/* MPI_Type_dup copies attributes; each duplicate has its own. */
static void of_types(int rank) {
    MPI_Datatype type, one, two;
    int a, b;
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    MPI_Type_create_keyval((MPI_Type_copy_attr_function *)copy_plus_one, (MPI_Type_delete_attr_function *)removed, &a,
                           (void *)3);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &b, NULL);
    MPI_Type_set_attr(type, a, (void *)(intptr_t)(80 + rank));
    MPI_Type_set_attr(type, b, (void *)90);
    MPI_Type_dup(type, &one);
    MPI_Type_set_attr(type, a, (void *)85);
    MPI_Type_dup(type, &two);
    MPI_Type_set_attr(one, b, (void *)91);
    show_type("one a", one, a), show_type("one b", one, b), show_type("two a", two, a), show_type("two b", two, b);
    MPI_Type_free(&one);
    show_type("two a", two, a);
    MPI_Type_free(&two);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&a);
    MPI_Type_free_keyval(&b);
}

/* Duplicates of one type without attributes are objects of their own, too. */
static void of_duplicates(int rank) {
    MPI_Datatype one, two;
    char name[MPI_MAX_OBJECT_NAME];
    int key, length;
    MPI_Type_dup(MPI_INT, &one);
    MPI_Type_dup(MPI_INT, &two);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, (MPI_Type_delete_attr_function *)removed, &key, (void *)5);
    MPI_Type_set_attr(one, key, (void *)(intptr_t)(70 + rank));
    MPI_Type_set_name(one, "one");
    show_type("duplicate one", one, key), show_type("duplicate two", two, key);
    MPI_Type_get_name(two, name, &length);
    out("name '%s'", strcmp(name, "one") == 0 ? name : "another");
    MPI_Type_free(&two);
    show_type("duplicate one", one, key);
    MPI_Type_free(&one);
    MPI_Type_free_keyval(&key);
}

/* A copy callback that fails leaves no communicator. A copy of a keyval that attributes have can be freed again. */
static void failing(void) {
    MPI_Comm comm, dup;
    int key, again, first, class;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(copy_plus_one, removed, &first, (void *)4);
    MPI_Comm_create_keyval(copy_fails, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, (void *)1);
    dup = comm;
    MPI_Error_class(MPI_Comm_dup(comm, &dup), &class);
    out("class %d, null %d", class == MPI_ERR_OTHER, dup == MPI_COMM_NULL);
    again = key;
    MPI_Comm_free_keyval(&key);
    out("again %d %d", MPI_Comm_free_keyval(&again), again == MPI_KEYVAL_INVALID);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&first);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, n, flag, *known, a, b, c, old, type_key;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &known, &flag);
    out("tag_ub %d %d", flag, *known >= 32767);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &known, &flag);
    out("universe %d", flag ? *known >= n : 1);
    MPI_Comm_create_keyval(copy_plus_one, removed, &a, (void *)7);
    MPI_Comm_create_keyval(copy_never, removed, &b, (void *)8);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &c, NULL);
    out("different keys %d", a != b && b != c);
    MPI_Comm comm, dup;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    show("unset", comm, a);
    MPI_Comm_set_attr(comm, a, (void *)(intptr_t)(10 + rank));
    MPI_Comm_set_attr(comm, b, (void *)20);
    MPI_Comm_set_attr(comm, c, (void *)30);
    show("a", comm, a);
    MPI_Comm_dup(comm, &dup);
    show("dup a", dup, a), show("dup b", dup, b), show("dup c", dup, c);
    MPI_Comm_set_attr(comm, a, (void *)11);
    MPI_Comm_delete_attr(comm, b);
    show("deleted b", comm, b);
    out("free dup");
    MPI_Comm_free(&dup);
    MPI_Comm_free_keyval(&a);
    out("freed key %d", a == MPI_KEYVAL_INVALID);
    out("free comm");
    MPI_Comm_free(&comm);
    MPI_Keyval_create(MPI_NULL_COPY_FN, removed, &old, (void *)9);
    MPI_Attr_put(MPI_COMM_SELF, old, (void *)40);
    MPI_Attr_get(MPI_COMM_SELF, old, &known, &flag);
    out("self %d %d", flag, (int)(intptr_t)known);
    MPI_Attr_delete(MPI_COMM_SELF, old);
    MPI_Keyval_free(&old);
    MPI_Datatype type;
    void *value;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, (MPI_Type_delete_attr_function *)removed, &type_key, (void *)5);
    MPI_Type_set_attr(type, type_key, (void *)(intptr_t)(50 + rank));
    MPI_Type_get_attr(type, type_key, &value, &flag);
    out("type %d %d", flag, (int)(intptr_t)value);
    MPI_Type_delete_attr(type, type_key);
    MPI_Type_get_attr(type, type_key, &value, &flag);
    out("type %d", flag);
    MPI_Type_set_attr(type, type_key, (void *)60);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&type_key);
    of_types(rank);
    of_duplicates(rank);
    failing();
    int last, first;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, removed, &first, (void *)1);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, removed, &last, (void *)2);
    MPI_Comm_set_attr(MPI_COMM_SELF, first, (void *)70);
    MPI_Comm_set_attr(MPI_COMM_SELF, last, (void *)71);
    MPI_Barrier(MPI_COMM_WORLD); /* the trace is not empty */
    out("finalize");
    MPI_Finalize();
    return 0;
}
