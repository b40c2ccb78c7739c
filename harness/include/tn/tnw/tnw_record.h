/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a TNW line as records of link frames (checkers/tnw/spec/tnw.md section 7).
 */
#ifndef TN_TNW_RECORD_H
#define TN_TNW_RECORD_H

#include <tn/event.h>
#include <tn/tnw/tnw.h>

/* Receives a record. */
typedef void tn_tnw_record_fn(void *ctx, const struct tn_event *ev);
/* The recorder of one line. The caller sets point, fn and ctx; all else is 0. */
struct tn_tnw_recorder {
    uint16_t point;
    tn_tnw_record_fn *fn;
    void *ctx;
    uint8_t bytes[TNW_FRAME];
    uint32_t n;           /* octets kept in bytes */
    uint64_t first, last; /* cycles of the first and last word kept */
    enum tnw_class kind;  /* class of the first word */
    bool fault;           /* a word kept has an error of the bench */
};
/* Adds a word, in order of cycles. fault: the bench put an error on the word. IDLE words without a
 * fault may be left out. */
void tn_tnw_recorder_word(struct tn_tnw_recorder *r, uint64_t cycle, struct tnw_word w, bool fault);
/* Hands over the words kept so far as a record, if there are any. */
void tn_tnw_recorder_end(struct tn_tnw_recorder *r);

#endif
