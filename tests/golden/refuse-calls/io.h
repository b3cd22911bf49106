#define FENCE(w) MPI_Win_fence(0, w)
static inline void unlock(MPI_Win w)
{
    MPI_Win_unlock(0, w);
}
