/* content_local.h - functions that are logged and not recorded, since they take no time of communication: MPI_X is
 * content_X. Included by content_wrap.h. */
#define CONTENT_LOCAL(name, params, args)                                                                              \
    int MPI_##name params {                                                                                            \
        record_local_begin();                                                                                          \
        int code = content_##name args;                                                                                \
        record_local_end();                                                                                            \
        return code;                                                                                                   \
    }

CONTENT_LOCAL(File_get_amode, (MPI_File fh, int *amode), (fh, amode))
CONTENT_LOCAL(File_get_atomicity, (MPI_File fh, int *flag), (fh, flag))
CONTENT_LOCAL(File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp), (fh, offset, disp))
CONTENT_LOCAL(File_get_group, (MPI_File fh, MPI_Group *group), (fh, group))
CONTENT_LOCAL(File_get_info, (MPI_File fh, MPI_Info *info_used), (fh, info_used))
CONTENT_LOCAL(File_get_position, (MPI_File fh, MPI_Offset *offset), (fh, offset))
CONTENT_LOCAL(File_get_position_shared, (MPI_File fh, MPI_Offset *offset), (fh, offset))
CONTENT_LOCAL(File_get_size, (MPI_File fh, MPI_Offset *size), (fh, size))
CONTENT_LOCAL(File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent), (fh, datatype, extent))
CONTENT_LOCAL(File_get_type_extent_c, (MPI_File fh, MPI_Datatype datatype, MPI_Count *extent), (fh, datatype, extent))
CONTENT_LOCAL(File_get_view,
              (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep),
              (fh, disp, etype, filetype, datarep))
CONTENT_LOCAL(File_seek, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence))
CONTENT_LOCAL(Win_attach, (MPI_Win win, void *base, MPI_Aint size), (win, base, size))
CONTENT_LOCAL(Win_detach, (MPI_Win win, const void *base), (win, base))
CONTENT_LOCAL(Win_get_group, (MPI_Win win, MPI_Group *group), (win, group))
CONTENT_LOCAL(Win_get_info, (MPI_Win win, MPI_Info *info_used), (win, info_used))

#undef CONTENT_LOCAL
