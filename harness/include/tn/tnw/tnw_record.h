/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a TNW line as records of link frames (checkers/tnw/spec/tnw.md section 7).
 */
#ifndef TN_TNW_RECORD_H
#define TN_TNW_RECORD_H

#include <tn/event.h>
#include <tn/tnw/tnw.h>

/* One line. Set point, fn and ctx; all else 0. */
typedef void tn_tnw_record_fn(void *ctx, const struct tn_event *ev);
struct tn_tnw_recorder {
    uint16_t point;
    tn_tnw_record_fn *fn;
    void *ctx;
    uint8_t bytes[TNW_FRAME];
    uint32_t n; /* octets kept */
    uint64_t first, last;
    enum tnw_class kind; /* of the first word */
    bool fault;
};
/* A word; IDLE ones may be left out where no fault is. fault: an error was put on it. In order of
 * cycles. */
void tn_tnw_recorder_word(struct tn_tnw_recorder *r, uint64_t cycle, struct tnw_word w, bool fault);
/* What is kept becomes a record, if it is none yet. */
void tn_tnw_recorder_end(struct tn_tnw_recorder *r);

#endif
