#define PUBLISH(p) MPI_Publish_name("s", MPI_INFO_NULL, p)
static inline void look(char *p)
{
    MPI_Lookup_name("s", MPI_INFO_NULL, p);
}
/* Nothing reaches it. */
static inline void hide(char *p)
{
    MPI_Unpublish_name("s", MPI_INFO_NULL, p);
}
