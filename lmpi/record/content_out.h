/* content_out.h - inside of libbsim-record.so: writes the log of contents of this process
 * (bsim/trace/trace_content.h). */
#ifndef LMPI_RECORD_CONTENT_OUT_H
#define LMPI_RECORD_CONTENT_OUT_H

#include <stddef.h>
#include <stdint.h>

/* Makes the file. A file that cannot be written ends the program with a message. */
void content_out_open(const char *path);
void content_out_number(int64_t value);
void content_out_text(const char *text);
void content_out_bytes(const void *bytes, size_t n);
/* Between two entries: ends the frame if the last one was ended a second ago, or if it is long. */
void content_out_tick(void);
void content_out_close(void);

#endif
