/* simgrid/instr.h - stands in for SimGrid's header of this name: its trace categories do nothing here. */
#ifndef NAS_SHIM_SIMGRID_INSTR_H
#define NAS_SHIM_SIMGRID_INSTR_H

#define TRACE_smpi_set_category(category) ((void)(category))

#endif
