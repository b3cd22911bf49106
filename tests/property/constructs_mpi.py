"""constructs_mpi.py - constructs of random programs: communication whose counts, peers, tags and results depend on values.

The totals of loops over requests must not depend on the order in which messages arrive.
"""
from constructs import LOCAL as L
from constructs import UNIFORM as U
from constructs import Construct as C

MANY = ("MPI_Request q[6];\nint n = 3, sum = 0, got, at;\nint *in = (int *)c->rbuf, *out = (int *)c->sbuf;\nfor (int i = 0; i < n; i++) {\n"
        "    MPI_Irecv(in + 1024 * i, 1024, MPI_INT, $left, 20 + i, $comm, &q[i]);\n"
        "    MPI_Isend(out, ($x + i) % 1000, MPI_INT, $right, 20 + i, $comm, &q[n + i]);\n}\n")

CONSTRUCTS = {
    "Waitany loop": C(MANY + "for (int k = 0; k < 2 * n; k++) {\n    MPI_Status st;\n    MPI_Waitany(2 * n, q, &at, &st);\n    if (at < n) {\n        MPI_Get_count(&st, MPI_INT, &got);\n        sum += got * (at + 1);\n    }\n}\n$to = WRAP(sum);", kind=L),
    "Waitsome loop": C(MANY + "int done = 0, ats[6];\nMPI_Status sts[6];\nwhile (done < 2 * n) {\n    MPI_Waitsome(2 * n, q, &got, ats, sts);\n    for (int k = 0; k < got; k++) {\n        int len;\n        if (ats[k] >= n)\n            continue;\n"
                       "        MPI_Get_count(&sts[k], MPI_INT, &len);\n        sum += len;\n    }\n    done += got;\n}\n$to = WRAP(sum);", kind=L),
    "Waitall with statuses": C(MANY + "MPI_Status sts[6];\nMPI_Waitall(2 * n, q, sts);\nfor (at = 0; at < n; at++) {\n    MPI_Get_count(&sts[at], MPI_INT, &got);\n    sum += got + sts[at].MPI_TAG;\n}\n$to = WRAP(sum);", kind=L),
    "requests inside a structure": C("struct ex@ {\n    double w;\n    MPI_Request q[2];\n    int n;\n} e = {0.5, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, 0};\nMPI_Irecv(&e.n, 1, MPI_INT, $left, 3, $comm, &e.q[0]);\nint out = $x;\n"
                                     "MPI_Isend(&out, 1, MPI_INT, $right, 3, $comm, &e.q[1]);\nMPI_Waitall(2, e.q, MPI_STATUSES_IGNORE);\n$to = e.n;", kind=L),
    "persistent requests": C("MPI_Request q[2];\nint in = 0, out = $x;\nMPI_Send_init(&out, 1, MPI_INT, $right, 4, $comm, &q[0]);\nMPI_Recv_init(&in, 1, MPI_INT, $left, 4, $comm, &q[1]);\nfor (int i = 0; i < 3; i++) {\n    MPI_Startall(2, q);\n"
                             "    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);\n    out = WRAP(in + out);\n}\nMPI_Request_free(&q[0]);\nMPI_Request_free(&q[1]);\n$to = in;", kind=L),
    "Probe for the size": C("MPI_Request q;\nMPI_Status st;\nint n;\nMPI_Isend(c->sbuf, $x, MPI_DOUBLE, $right, 5, $comm, &q);\nMPI_Probe($left, 5, $comm, &st);\nMPI_Get_count(&st, MPI_DOUBLE, &n);\ndouble *m = malloc((n + 1) * sizeof *m);\n"
                            "MPI_Recv(m, n, MPI_DOUBLE, st.MPI_SOURCE, st.MPI_TAG, $comm, MPI_STATUS_IGNORE);\nMPI_Wait(&q, MPI_STATUS_IGNORE);\nfree(m);\n$to = n;", kind=L),
    "Sendrecv_replace": C("int v[2] = {$x, $n};\nMPI_Sendrecv_replace(v, 2, MPI_INT, $right, 6, $left, 6, $comm, MPI_STATUS_IGNORE);\n$to = WRAP(v[0] + v[1]);", kind=L),
    "message of a structure": C("struct {\n    int n;\n    double w;\n} in, out = {$x, 0.5};\nMPI_Sendrecv(&out, sizeof out, MPI_BYTE, $right, 7, &in, sizeof in, MPI_BYTE, $left, 7, $comm, MPI_STATUS_IGNORE);\n$to = in.n;", kind=L),
    "structure datatype": C("struct el@ in = {0}, out = {$x, 0.5, {$y, 2}};\nint lens[3] = {1, 1, 2};\nMPI_Aint at[3] = {offsetof(struct el@, n), offsetof(struct el@, w), offsetof(struct el@, a)};\nMPI_Datatype ts[3] = {MPI_INT, MPI_DOUBLE, MPI_INT}, t, r;\n"
                            "MPI_Type_create_struct(3, lens, at, ts, &t);\nMPI_Type_create_resized(t, 0, sizeof(struct el@), &r);\nMPI_Type_commit(&r);\nMPI_Sendrecv(&out, 1, r, $right, 8, &in, 1, r, $left, 8, $comm, MPI_STATUS_IGNORE);\n"
                            "MPI_Type_free(&t);\nMPI_Type_free(&r);\n$to = WRAP(in.n + in.a[0]);", "struct el@ {\n    int n;\n    double w;\n    int a[2];\n};", kind=L),
    "contiguous and indexed datatypes": C("int a[12] = {0}, b[12] = {0}, lens[2] = {1, 2}, at[2] = {0, 3};\nMPI_Datatype t, u;\na[3] = $x;\nMPI_Type_indexed(2, lens, at, MPI_INT, &t);\nMPI_Type_contiguous(2, t, &u);\nMPI_Type_commit(&u);\n"
                                          "MPI_Sendrecv(a, 1, u, $right, 9, b, 1, u, $left, 9, $comm, MPI_STATUS_IGNORE);\nint size;\nMPI_Type_size(u, &size);\nMPI_Type_free(&t);\nMPI_Type_free(&u);\n$to = WRAP(b[3] + size);", kind=L),
    "subarray datatype": C("int sizes[2] = {6, 6}, sub[2] = {2, 3}, from[2] = {1, 1}, a[36] = {0}, b[36] = {0};\nMPI_Datatype t;\na[7] = $x;\nMPI_Type_create_subarray(2, sizes, sub, from, MPI_ORDER_C, MPI_INT, &t);\nMPI_Type_commit(&t);\n"
                           "MPI_Sendrecv(a, 1, t, $right, 10, b, 1, t, $left, 10, $comm, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);\n$to = b[7];", kind=L),
    "packed buffer": C("char m[64];\nint at = 0, v = 0, k = 0, out = $x, more = $y;\nMPI_Pack(&out, 1, MPI_INT, m, 64, &at, $comm);\nMPI_Pack(&more, 1, MPI_INT, m, 64, &at, $comm);\nchar in[64];\n"
                       "MPI_Sendrecv(m, at, MPI_PACKED, $right, 11, in, 64, MPI_PACKED, $left, 11, $comm, MPI_STATUS_IGNORE);\nat = 0;\nMPI_Unpack(in, 64, &at, &v, 1, MPI_INT, $comm);\nMPI_Unpack(in, 64, &at, &k, 1, MPI_INT, $comm);\n$to = WRAP(v + 2 * k);", kind=L),
    "message to nobody at the border": C("int in = $n, out = $x, up = c->rank + 1 < c->size ? c->rank + 1 : MPI_PROC_NULL, down = c->rank > 0 ? c->rank - 1 : MPI_PROC_NULL;\nMPI_Sendrecv(&out, 1, MPI_INT, up, 12, &in, 1, MPI_INT, down, 12, $comm, MPI_STATUS_IGNORE);\n$to = in;", kind=L),
    "pipeline over ranks": C("int v = $x;\nif (c->rank > 0)\n    MPI_Recv(&v, 1, MPI_INT, c->rank - 1, 13, $comm, MPI_STATUS_IGNORE);\nv = WRAP(v + 1);\nif (c->rank < c->size - 1)\n    MPI_Send(&v, 1, MPI_INT, c->rank + 1, 13, $comm);\n$to = v;", kind=L),
    "any source, sums alone": C("int sum = 0, v = $x;\nMPI_Status st;\nif (c->rank == 0)\n    for (int i = 1; i < c->size; i++) {\n        int k;\n        MPI_Recv(&k, 1, MPI_INT, MPI_ANY_SOURCE, 14, $comm, &st);\n        sum += k + st.MPI_SOURCE;\n    }\nelse\n"
                                "    MPI_Send(&v, 1, MPI_INT, 0, 14, $comm);\nMPI_Barrier($comm);\n$to = WRAP(sum + c->rank);", kind=L),
    "wrapper that gets a communicator and a datatype": C("int in = 0, out = $x;\nswap@(&out, &in, 1, MPI_INT, $right, $left, $comm);\n$to = in;", "static void swap@(const void *out, void *in, int n, MPI_Datatype t, int to, int from, MPI_Comm comm)\n{\n    MPI_Request q[2];\n    MPI_Irecv(in, n, t, from, 15, comm, q);\n"
                                                         "    MPI_Isend(out, n, t, to, 15, comm, q + 1);\n    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);\n}", kind=L),
    "error code of each call is checked": C("int in = 0, out = $x;\nTRY@(MPI_Sendrecv(&out, 1, MPI_INT, $right, 16, &in, 1, MPI_INT, $left, 16, $comm, MPI_STATUS_IGNORE));\n$to = in;",
                                            "#define TRY@(call) do { int e_ = (call); if (e_ != MPI_SUCCESS) { fprintf(stderr, \"%s: %d\\n\", #call, e_); MPI_Abort(MPI_COMM_WORLD, e_); } } while (0)", kind=L),
    "function pointer to an MPI function": C("int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = $x % 2 ? MPI_Isend : MPI_Isend;\nMPI_Request q;\nint in = 0, out = $x;\nsend(&out, 1, MPI_INT, $right, 17, $comm, &q);\n"
                                             "MPI_Recv(&in, 1, MPI_INT, $left, 17, $comm, MPI_STATUS_IGNORE);\nMPI_Wait(&q, MPI_STATUS_IGNORE);\n$to = in;", kind=L),
    "halo exchange in a structure": C("struct halo@ h = {$right, $left, $x % 16 + 1, c->sbuf, c->rbuf};\nhalo@(&h, $comm);\n$to = WRAP(h.n + (int)h.in[0]);",
                                      "struct halo@ {\n    int to, from, n;\n    double *out, *in;\n};\nstatic void halo@(struct halo@ *h, MPI_Comm comm)\n{\n    MPI_Status st;\n    for (int i = 0; i < h->n; i++)\n        h->out[i] = i * 0.5 + 3;\n"
                                      "    MPI_Sendrecv(h->out, h->n, MPI_DOUBLE, h->to, 18, h->in, 64, MPI_DOUBLE, h->from, 18, comm, &st);\n    MPI_Get_count(&st, MPI_DOUBLE, &h->n);\n}", kind=L),
    "cartesian communicator": C("int dims[2] = {0, 0}, periods[2] = {1, $x % 2}, co[2], up, down, in = 4, out = $x;\nMPI_Comm cart;\nMPI_Dims_create(c->size, 2, dims);\nMPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);\nMPI_Cart_coords(cart, c->rank, 2, co);\n"
                                "MPI_Cart_shift(cart, $x % 2, 1, &down, &up);\nMPI_Sendrecv(&out, 1, MPI_INT, up, 19, &in, 1, MPI_INT, down, 19, cart, MPI_STATUS_IGNORE);\nMPI_Allreduce(&in, &out, 1, MPI_INT, MPI_MAX, cart);\nMPI_Comm_free(&cart);\n$to = WRAP(out + dims[0]);", kind=U),
    "cartesian rows": C("int dims[2] = {0, 0}, periods[2] = {0, 0}, keep[2] = {$x % 2, 1 - $x % 2}, n, s = 0;\nMPI_Comm cart, row;\nMPI_Dims_create(c->size, 2, dims);\nMPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);\nMPI_Cart_sub(cart, keep, &row);\n"
                        "MPI_Comm_size(row, &n);\nMPI_Bcast(c->sbuf, $x % 100, MPI_DOUBLE, 0, row);\nMPI_Allreduce(&n, &s, 1, MPI_INT, MPI_SUM, cart);\nMPI_Comm_free(&row);\nMPI_Comm_free(&cart);\n$to = WRAP(s + n * 0);", kind=U),
    "split by a value": C("MPI_Comm sub;\nint n, m = 0;\nMPI_Comm_split($comm, c->rank % ($x % 3 + 1), -c->rank, &sub);\nMPI_Comm_size(sub, &n);\nMPI_Bcast(c->sbuf, $y % 50, MPI_INT, 0, sub);\nMPI_Allreduce(&n, &m, 1, MPI_INT, MPI_MAX, $comm);\nMPI_Comm_free(&sub);\n$to = m;", kind=U),
    "split with undefined colours": C("MPI_Comm sub;\nMPI_Comm_split($comm, c->rank == $x % c->size ? MPI_UNDEFINED : 1, 0, &sub);\nint v = $y;\nif (sub != MPI_COMM_NULL) {\n    MPI_Bcast(c->sbuf, v, MPI_CHAR, 0, sub);\n    MPI_Comm_free(&sub);\n}\n$to = v;", kind=U),
    "groups": C("MPI_Group all, some;\nMPI_Comm sub;\nint ranks[1] = {$x % c->size}, n;\nMPI_Comm_group($comm, &all);\nMPI_Group_incl(all, 1, ranks, &some);\nMPI_Group_size(all, &n);\nMPI_Comm_create($comm, some, &sub);\nif (sub != MPI_COMM_NULL) {\n"
                "    MPI_Bcast(c->sbuf, $y, MPI_CHAR, 0, sub);\n    MPI_Comm_free(&sub);\n}\nMPI_Group_free(&all);\nMPI_Group_free(&some);\n$to = n;", kind=U),
    "reduction by a user's operator": C("MPI_Op op;\nint in[2] = {$x, $y}, out[2] = {0, 0};\nMPI_Op_create(op@, 1, &op);\nMPI_Allreduce(in, out, 2, MPI_INT, op, $comm);\nMPI_Op_free(&op);\n$to = WRAP(out[0] + out[1]);",
                                        "static void op@(void *in, void *inout, int *n, MPI_Datatype *t)\n{\n    int *a = in, *b = inout;\n    (void)t;\n    for (int i = 0; i < *n; i++)\n        b[i] = WRAP(a[i] + b[i] + (a[i] > b[i] ? 0 : 0));\n}", kind=U),
    "MAXLOC": C("struct {\n    int v, rank;\n} in = {(c->rank * 7 + $x) % 13, c->rank}, out;\nMPI_Allreduce(&in, &out, 1, MPI_2INT, MPI_MAXLOC, $comm);\nMPI_Bcast(c->sbuf, $y, MPI_CHAR, out.rank, $comm);\n$to = WRAP(out.v + out.rank);", kind=U),
    "Reduce and Bcast": C("int v[2] = {$x, c->rank}, s[2] = {0, 0}, root = $y % c->size;\nMPI_Reduce(v, s, 2, MPI_INT, MPI_SUM, root, $comm);\nMPI_Bcast(s, 2, MPI_INT, root, $comm);\n$to = WRAP(s[0] + s[1]);", kind=U),
    "Reduce in place": C("int v = $x + c->rank;\nMPI_Reduce(c->rank == 0 ? MPI_IN_PLACE : &v, c->rank == 0 ? &v : NULL, 1, MPI_INT, MPI_MAX, 0, $comm);\nMPI_Bcast(&v, 1, MPI_INT, 0, $comm);\n$to = WRAP(v);", kind=U),
    "Allgatherv": C("int *n = malloc(2 * c->size * sizeof *n), *at = n + c->size, own = (c->rank + $x) % 9, sum = 0;\nMPI_Allgather(&own, 1, MPI_INT, n, 1, MPI_INT, $comm);\nfor (int i = 0; i < c->size; i++) {\n    at[i] = sum;\n    sum += n[i];\n}\n"
                    "int *all = malloc((sum + 1) * sizeof *all), mine[9] = {$y, $y, 2, 3, 4, 5, 6, 7, 8};\nMPI_Allgatherv(mine, own, MPI_INT, all, n, at, MPI_INT, $comm);\nint v = sum > 0 ? all[$x % sum] : 0;\nfree(all);\nfree(n);\n$to = WRAP(v + sum);", kind=U),
    "Gatherv and Scatterv": C("int *n = calloc(2 * c->size, sizeof *n), *at = n + c->size, in = 0;\nint *v = calloc(c->size * 2, sizeof *v);\nfor (int i = 0; i < c->size; i++) {\n    n[i] = 1;\n    at[i] = 2 * i;\n    v[2 * i] = $x + i;\n}\n"
                              "MPI_Scatterv(v, n, at, MPI_INT, &in, 1, MPI_INT, 0, $comm);\nin = WRAP(in * 2);\nMPI_Gatherv(&in, 1, MPI_INT, v, n, at, MPI_INT, 0, $comm);\nMPI_Bcast(v, 2 * c->size, MPI_INT, 0, $comm);\n$to = WRAP(v[2 * ($y % c->size)]);\nfree(v);\nfree(n);", kind=U),
    "Alltoall of counts, Alltoallv": C("int p = c->size, *m = calloc(4 * p, sizeof *m), *sn = m, *sd = m + p, *rn = m + 2 * p, *rd = m + 3 * p, s = 0, r = 0;\nfor (int i = 0; i < p; i++)\n    sn[i] = (c->rank * 3 + i + $x) % 7;\nMPI_Alltoall(sn, 1, MPI_INT, rn, 1, MPI_INT, $comm);\n"
                                       "for (int i = 0; i < p; i++) {\n    sd[i] = s;\n    rd[i] = r;\n    s += sn[i];\n    r += rn[i];\n}\nMPI_Alltoallv(c->sbuf, sn, sd, MPI_DOUBLE, c->rbuf, rn, rd, MPI_DOUBLE, $comm);\nfree(m);\nMPI_Allreduce(&r, &s, 1, MPI_INT, MPI_SUM, $comm);\n$to = WRAP(s);", kind=U),
    "Reduce_scatter": C("int *n = malloc(2 * c->size * sizeof *n), *v = n + c->size, own = 0, all = 0;\nfor (int i = 0; i < c->size; i++) {\n    n[i] = 1;\n    v[i] = $x + i;\n}\nMPI_Reduce_scatter(v, &own, n, MPI_INT, MPI_SUM, $comm);\nfree(n);\nMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MAX, $comm);\n$to = WRAP(all);", kind=U),
    "Exscan and Bcast of the last": C("int v = $x % 5 + c->rank, s = 0;\nMPI_Exscan(&v, &s, 1, MPI_INT, MPI_SUM, $comm);\nif (c->rank == 0)\n    s = 0;\ns += v;\nMPI_Bcast(&s, 1, MPI_INT, c->size - 1, $comm);\n$to = WRAP(s);", kind=U),
    "synchronous sends": C("MPI_Request q;\nint in = 0, out = $x;\nMPI_Issend(&out, 1, MPI_INT, $right, 42, $comm, &q);\nMPI_Recv(&in, 1, MPI_INT, $left, 42, $comm, MPI_STATUS_IGNORE);\nMPI_Wait(&q, MPI_STATUS_IGNORE);\nout = WRAP(in + 1);\n"
                           "if (c->rank % 2 == 0) {\n    if (c->rank + 1 < c->size)\n        MPI_Ssend(&out, 1, MPI_INT, c->rank + 1, 43, $comm);\n} else {\n    MPI_Recv(&in, 1, MPI_INT, c->rank - 1, 43, $comm, MPI_STATUS_IGNORE);\n}\n$to = in;", kind=L),
    "attribute of a communicator": C("int key, flag = 0, *v = NULL;\nstatic int kept@;\nkept@ = $x;\nMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);\nMPI_Comm_set_attr($comm, key, &kept@);\nMPI_Comm_get_attr($comm, key, &v, &flag);\n"
                                     "$to = flag ? WRAP(*v + 1) : 0;\nMPI_Comm_delete_attr($comm, key);\nMPI_Comm_free_keyval(&key);", kind=U),
    "delete function of an attribute": C("int key;\nint v = $x;\nMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, del@, &key, NULL);\nMPI_Comm_set_attr(MPI_COMM_SELF, key, &v);\nMPI_Comm_delete_attr(MPI_COMM_SELF, key);\nMPI_Comm_free_keyval(&key);\n$to = gone@;",
                                         "static int gone@;\nstatic int del@(MPI_Comm comm, int key, void *value, void *extra)\n{\n    (void)comm, (void)key, (void)extra;\n    gone@ = WRAP(*(int *)value + 3);\n    return MPI_SUCCESS;\n}"),
    "error handler returns": C("MPI_Comm d;\nMPI_Comm_dup($comm, &d);\nMPI_Comm_set_errhandler(d, MPI_ERRORS_RETURN);\nint rc = MPI_Send(NULL, 0, MPI_INT, c->size + 3, 1, d);\nMPI_Comm_free(&d);\n$to = rc != MPI_SUCCESS ? $x : $n;", kind=U),
    "error handler of the user": C("MPI_Comm d;\nMPI_Errhandler h;\nMPI_Comm_dup($comm, &d);\nMPI_Comm_create_errhandler(on@, &h);\nMPI_Comm_set_errhandler(d, h);\nhits@ = $x % 5;\nMPI_Send(NULL, 0, MPI_INT, c->size + 3, 1, d);\nMPI_Errhandler_free(&h);\nMPI_Comm_free(&d);\n$to = hits@;",
                                   "static int hits@;\nstatic void on@(MPI_Comm *comm, int *code, ...)\n{\n    (void)comm, (void)code;\n    hits@ += 7;\n}", kind=U),
    "non-blocking collectives": C("MPI_Request q[3];\nint in = $x, out = 0, done = 0;\nMPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_MAX, $comm, &q[0]);\nMPI_Ibarrier($comm, &q[1]);\n"
                                  "MPI_Ibcast(c->sbuf, $y % 40, MPI_DOUBLE, 0, $comm, &q[2]);\nfor (int i = 0; i < 3; i++)\n    c->data[i % c->n] += i;\nif ($x % 2)\n    MPI_Waitall(3, q, MPI_STATUSES_IGNORE);\n"
                                  "else\n    while (!done)\n        MPI_Testall(3, q, &done, MPI_STATUSES_IGNORE);\n$to = out;", kind=U),
    "non-blocking broadcast of a count": C("MPI_Request q;\nint n = c->rank == 0 ? $x % 50 : 0;\nMPI_Ibcast(&n, 1, MPI_INT, 0, $comm, &q);\nMPI_Wait(&q, MPI_STATUS_IGNORE);\n"
                                           "MPI_Ireduce(c->sbuf, c->rbuf, n, MPI_DOUBLE, MPI_SUM, 0, $comm, &q);\nMPI_Wait(&q, MPI_STATUS_IGNORE);\n$to = n;", kind=U),
    "convergence loop": C("int it = 0;\ndouble d = $x + 1.0, all;\nwhile (d > 0.5) {\n    double own = d * 0.25 + c->rank * 0.0;\n    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, $comm);\n    d = all;\n    if (++it >= 6)\n        break;\n}\n$to = it;", kind=U),
    "convergence loop with a compound exit": C("int loop = 0;\nfloat d = $x % 40 + 0.5f, dt;\ndo {\n    d *= 0.4f;\n    MPI_Allreduce(&d, &dt, 1, MPI_FLOAT, MPI_MAX, $comm);\n    d = dt;\n} while (d > 0.1f && loop++ < 9);\n$to = loop;", kind=U),
    "parameters read by rank 0": C("struct pa@ p = {0};\nif (c->rank == 0) {\n    char line[64];\n    snprintf(line, sizeof line, \"%d %d 0.5\", $x, $y);\n    if (sscanf(line, \"%d %d %lf\", &p.n, &p.steps, &p.w) != 3)\n        MPI_Abort(MPI_COMM_WORLD, 1);\n}\n"
                                   "MPI_Bcast(&p, sizeof p, MPI_BYTE, 0, $comm);\n$to = WRAP(p.n + p.steps);", "struct pa@ {\n    int n, steps;\n    double w;\n};", kind=U),
    "broadcast of a string": C("char t[32] = \"\";\nint n = 0;\nif (c->rank == 0)\n    n = snprintf(t, sizeof t, \"size=%d\", $x) + 1;\nMPI_Bcast(&n, 1, MPI_INT, 0, $comm);\nMPI_Bcast(t, n, MPI_CHAR, 0, $comm);\n$to = WRAP(atoi(strchr(t, '=') + 1));", kind=U),
    "loop of collectives by a value": C("for (int i = 0; i < $x % 6; i++)\n    MPI_Bcast(c->sbuf, i * 3 + $y % 4, MPI_INT, i % c->size, $comm);\n$to = $x;", kind=U),
    "tag by a value": C("int in = 0, out = $y;\nMPI_Sendrecv(&out, 1, MPI_INT, $right, $x, &in, 1, MPI_INT, $left, $x, $comm, MPI_STATUS_IGNORE);\nMPI_Allreduce(&in, &out, 1, MPI_INT, MPI_MIN, $comm);\n$to = out;", kind=U),
    "datatype by a value": C("MPI_Datatype t = $x % 2 ? MPI_INT : $y % 2 ? MPI_DOUBLE : MPI_CHAR;\nMPI_Bcast(c->sbuf, $y % 60, t, 0, $comm);\nint k;\nMPI_Type_size(t, &k);\n$to = k;", kind=U),
    "Iprobe loop": C("MPI_Request q;\nMPI_Status st;\nint flag = 0, n = 0;\nMPI_Isend(c->sbuf, $x, MPI_CHAR, c->rank, 41, $comm, &q);\nwhile (!flag)\n    MPI_Iprobe(c->rank, 41, $comm, &flag, &st);\nMPI_Get_count(&st, MPI_CHAR, &n);\nMPI_Recv(c->rbuf, n, MPI_CHAR, c->rank, 41, $comm, MPI_STATUS_IGNORE);\n"
                     "MPI_Wait(&q, MPI_STATUS_IGNORE);\n$to = n;", kind=L),
    "time of a loop": C("double t = MPI_Wtime();\nfor (int i = 0; i < c->n; i++)\n    c->data[i] += 0.5;\nt = MPI_Wtime() - t;\nMPI_Reduce(c->rank ? &t : MPI_IN_PLACE, c->rank ? NULL : &t, 1, MPI_DOUBLE, MPI_MAX, 0, $comm);\nif (c->rank == 0)\n    printf(\"%g s\\n\", t);\n$to = $x;", kind=U),
    "checksum after all": C("double own = 0, all = 0;\nfor (int i = 0; i < c->n; i++)\n    own += c->data[i];\nMPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, $comm);\nif (c->rank == 0)\n    printf(\"%g\\n\", all);\n$to = $y;", kind=U),
}
for _loop in ("Testany loop", "Testall loop", "Testsome loop"):  # sums over requests that are polled
    _text = {"Testany loop": "    MPI_Testany(2 * n, q, &at, &flag, MPI_STATUS_IGNORE);\n    if (flag) {\n        left--;\n        if (at < n)\n            sum += at + 1;\n    }\n",
             "Testall loop": "    MPI_Testall(2 * n, q, &flag, MPI_STATUSES_IGNORE);\n    if (flag)\n        left = 0;\n",
             "Testsome loop": "    int ats[6];\n    MPI_Testsome(2 * n, q, &got, ats, MPI_STATUSES_IGNORE);\n    for (int k = 0; k < got; k++)\n        sum += ats[k] < n ? 5 : 1;\n    left -= got;\n"}[_loop]
    CONSTRUCTS[_loop] = C(MANY.replace(", got, at;", ", got = 0, at = 0, flag = 0, left = 6;") + "while (left > 0) {\n" + _text + "}\n(void)got, (void)at, (void)flag;\nsum += ((int *)c->rbuf)[0] * 0;\n$to = WRAP(sum + $x);", kind=L)
