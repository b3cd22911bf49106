"""objects.py - objects that a program makes and frees: name, declarations, making, freeing, what stands before main."""

ADD = """static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

"""
HANDLER = """static void handle(MPI_Comm *comm, int *code, ...) {
    (void)comm, (void)code;
}

"""
COMM, TYPE, GROUP = "MPI_Comm made;", "MPI_Datatype made;", "MPI_Group all, made;"
FREE_COMM, FREE_TYPE, FREE_GROUP = "MPI_Comm_free(&made);", "MPI_Type_free(&made);", "MPI_Group_free(&made);\nMPI_Group_free(&all);"
LARGE = "\nMPI_Count lengths[2] = {1, 2}, places[2] = {0, 16};"
OPEN = ("MPI_File_open(MPI_COMM_SELF, rank ? \"one.dat\" : \"zero.dat\", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, "
        "MPI_INFO_NULL, &file);\n")
ALL = "MPI_Comm_group(comm, &all);\n"

OBJECTS = [
    ("Comm_dup", COMM, "MPI_Comm_dup(comm, &made);", FREE_COMM, ""),
    ("Comm_split", COMM, "MPI_Comm_split(comm, 1, 0, &made);", FREE_COMM, ""),
    ("Comm_split_colors", COMM, "MPI_Comm_split(comm, rank % 2, rank, &made);", FREE_COMM, ""),
    ("Comm_split_type", COMM, "MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);", FREE_COMM, ""),
    ("Comm_create", COMM + "\nMPI_Group all;", ALL + "MPI_Comm_create(comm, all, &made);\nMPI_Group_free(&all);", FREE_COMM, ""),
    ("Comm_create_group", COMM + "\nMPI_Group all;", ALL + "MPI_Comm_create_group(comm, all, 3, &made);\nMPI_Group_free(&all);", FREE_COMM, ""),
    ("Cart_create", COMM + "\nint dims[2] = {2, 2}, periods[2] = {0, 1};", "MPI_Cart_create(comm, 2, dims, periods, 0, &made);", FREE_COMM, ""),
    ("Cart_sub", COMM + "\nMPI_Comm grid;\nint dims[2] = {2, 2}, periods[2] = {0, 0}, remain[2] = {1, 0};",
     "MPI_Cart_create(comm, 2, dims, periods, 0, &grid);\nMPI_Cart_sub(grid, remain, &made);\nMPI_Comm_free(&grid);", FREE_COMM, ""),
    ("Graph_create", COMM + "\nint index[4] = {1, 2, 3, 4}, edges[4] = {1, 2, 3, 0};", "MPI_Graph_create(comm, 4, index, edges, 0, &made);",
     FREE_COMM, ""),
    ("Type_contiguous", TYPE, "MPI_Type_contiguous(3, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_contiguous_committed", TYPE, "MPI_Type_contiguous(5, MPI_INT, &made);\nMPI_Type_commit(&made);", FREE_TYPE, ""),
    ("Type_vector", TYPE, "MPI_Type_vector(3, 2, 4, MPI_INT, &made);\nMPI_Type_commit(&made);", FREE_TYPE, ""),
    ("Type_create_hvector", TYPE, "MPI_Type_create_hvector(3, 2, 32, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_indexed", TYPE + "\nint lengths[2] = {1, 2}, places[2] = {0, 4};", "MPI_Type_indexed(2, lengths, places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_indexed_block", TYPE + "\nint places[2] = {0, 4};", "MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_struct", TYPE + "\nint lengths[2] = {1, 1};\nMPI_Aint places[2] = {0, 8};\nMPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};",
     "MPI_Type_create_struct(2, lengths, places, types, &made);", FREE_TYPE, ""),
    ("Type_create_subarray", TYPE + "\nint sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};",
     "MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_resized", TYPE, "MPI_Type_create_resized(MPI_INT, 0, 16, &made);", FREE_TYPE, ""),
    ("Type_contiguous_c", TYPE, "MPI_Type_contiguous_c(3, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_vector_c", TYPE, "MPI_Type_vector_c(3, 2, 4, MPI_INT, &made);\nMPI_Type_commit(&made);", FREE_TYPE, ""),
    ("Type_create_hvector_c", TYPE, "MPI_Type_create_hvector_c(3, 2, 32, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_indexed_c", TYPE + LARGE, "MPI_Type_indexed_c(2, lengths, places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_hindexed_c", TYPE + LARGE, "MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_indexed_block_c", TYPE + LARGE, "MPI_Type_create_indexed_block_c(2, lengths[1], places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_hindexed_block_c", TYPE + LARGE, "MPI_Type_create_hindexed_block_c(2, lengths[1], places, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_struct_c", TYPE + LARGE + "\nMPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};",
     "MPI_Type_create_struct_c(2, lengths, places, types, &made);", FREE_TYPE, ""),
    ("Type_create_subarray_c", TYPE + "\nMPI_Count sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};",
     "MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made);", FREE_TYPE, ""),
    ("Type_create_resized_c", TYPE, "MPI_Type_create_resized_c(MPI_INT, 0, 16, &made);", FREE_TYPE, ""),
    ("Type_get_contents", TYPE + "\nMPI_Datatype inner, outer;\nint ints[1];\nMPI_Aint places[1];",
     "MPI_Type_contiguous(2, MPI_INT, &inner);\nMPI_Type_contiguous(3, inner, &outer);\n"
     "MPI_Type_get_contents(outer, 1, 0, 1, ints, places, &made);\nMPI_Type_free(&inner);\nMPI_Type_free(&outer);", FREE_TYPE, ""),
    ("File_get_view", TYPE + "\nMPI_Datatype etype, vector;\nMPI_File file;\nMPI_Offset place;\nchar form[MPI_MAX_DATAREP_STRING];",
     OPEN + "MPI_Type_vector(3, 1, 2, MPI_INT, &vector);\nMPI_Type_commit(&vector);\n"
     "MPI_File_set_view(file, 0, MPI_INT, vector, \"native\", MPI_INFO_NULL);\nMPI_Type_free(&vector);\n"
     "MPI_File_get_view(file, &place, &etype, &made, form);\nMPI_File_close(&file);", FREE_TYPE, ""),
    ("File_get_info", "MPI_Info made;\nMPI_File file;", OPEN + "MPI_File_get_info(file, &made);\nMPI_File_close(&file);", "MPI_Info_free(&made);", ""),
    ("File_get_group", "MPI_Group made;\nMPI_File file;", OPEN + "MPI_File_get_group(file, &made);\nMPI_File_close(&file);",
     "MPI_Group_free(&made);", ""),
    ("Comm_get_info", "MPI_Info made;", "MPI_Comm_get_info(comm, &made);", "MPI_Info_free(&made);", ""),
    ("Type_dup", TYPE, "MPI_Type_dup(MPI_DOUBLE, &made);", FREE_TYPE, ""),
    ("Op_create_c", "MPI_Op made;", "MPI_Op_create_c(add_c, 1, &made);", "MPI_Op_free(&made);", ADD.replace("add(", "add_c(").replace("int *n", "MPI_Count *n")),
    ("Op_create", "MPI_Op made;", "MPI_Op_create(add, 1, &made);", "MPI_Op_free(&made);", ADD),
    ("Comm_group", "MPI_Group made;", "MPI_Comm_group(comm, &made);", "MPI_Group_free(&made);", ""),
    ("Group_incl", GROUP + "\nint ranks[2] = {0, 1};", ALL + "MPI_Group_incl(all, 2, ranks, &made);", FREE_GROUP, ""),
    ("Group_excl", GROUP + "\nint ranks[1] = {0};", ALL + "MPI_Group_excl(all, 1, ranks, &made);", FREE_GROUP, ""),
    ("Group_range_incl", GROUP + "\nint ranges[1][3] = {{0, 1, 1}};", ALL + "MPI_Group_range_incl(all, 1, ranges, &made);", FREE_GROUP, ""),
    ("Group_union", GROUP, ALL + "MPI_Group_union(all, all, &made);", FREE_GROUP, ""),
    ("Group_intersection", GROUP, ALL + "MPI_Group_intersection(all, all, &made);", FREE_GROUP, ""),
    ("Comm_create_errhandler", "MPI_Errhandler made;", "MPI_Comm_create_errhandler(handle, &made);", "MPI_Errhandler_free(&made);", HANDLER),
    ("Comm_create_keyval", "int made;", "MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &made, NULL);",
     "MPI_Comm_free_keyval(&made);", ""),
    ("Info_create", "MPI_Info made;", "MPI_Info_create(&made);", "MPI_Info_free(&made);", ""),
]
