/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A judge between TNW's library, Tenter's own or another, and its struct tnw_io. The judge passes
 * every call on and gives a verdict on TNW-LIB-1 to 8 when a call breaks tnw_torus.md section 4. It
 * is made from that page and tnw_pi.md section 4, not from the library's source.
 */
#ifndef TN_TNW_LIB_JUDGE_H
#define TN_TNW_LIB_JUDGE_H

#include <tn/tnw/tnw_lib.h>
#include <tn/verdict.h>

/* Parameters of the node. */
struct tn_tnw_lib_limits {
    unsigned off_log2, item_log2, credit_log2;
    bool last_en;
};

struct tn_tnw_lib_judge {
    const struct tnw_io *below;
    void *ctx;
    struct tn_tnw_lib_limits limits;
    uint64_t notes;
    tn_verdict_fn *fn;
    void *fn_ctx;
    uint64_t calls;   /* calls of struct tnw_io so far; they are the cycle of verdicts */
    size_t unflushed; /* bytes written to BAR2 since the last flush */
    bool sending;     /* items of a message were written, and it has not ended */
    bool last;        /* the item written last has `last` */
    struct tn_tnw_lib_put {
        uint32_t next;     /* NEXT of the window */
        uint64_t at;       /* byte behind the last one written */
        uint32_t written;  /* items written, as DONE counts them */
        uint32_t shown;    /* value that DONE showed last */
        uint32_t first;    /* first item of the message */
        uint32_t old_next; /* next before the message */
        bool asked;        /* DONE was read */
        bool unsaid;       /* the message began without a write of NEXT */
        bool error;        /* STATUS showed an error, and NEXT was not written since */
    } put[TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    uint8_t turn[2][TNW_LIB_LINKS * TNW_LIB_CHANNELS]; /* place that comes next */
    struct tn_tnw_lib_place {
        bool open, cleared, reset;
        uint32_t tag, len;
        uint8_t seen[TNW_LIB_NOTE]; /* the notification that was loaded last */
    } place[2 * TNW_LIB_LINKS * TNW_LIB_CHANNELS * TNW_LIB_PLACES];
    bool link_reset[TNW_LIB_LINKS]; /* CTRL.reset is 1 */
    bool aborted[TNW_LIB_LINKS];    /* ABORT was written since */
};

/* Makes j a judge of a node fresh from reset. below and its ctx do the work; notes as
 * in tnwOpen(). */
void tn_tnw_lib_judge_init(struct tn_tnw_lib_judge *j, const struct tnw_io *below, void *ctx,
                           const struct tn_tnw_lib_limits *limits, uint64_t notes,
                           tn_verdict_fn *fn, void *fn_ctx);
/* The struct tnw_io to give to the library, with the judge as ctx. */
extern const struct tnw_io tn_tnw_lib_judge_io;

/* The program called tnwTest(), which gave this result. */
void tn_tnw_lib_judge_tested(struct tn_tnw_lib_judge *j, uint32_t handle, int result,
                             const struct tnw_done *d);
/* A call of tnwSend() has returned this result. */
void tn_tnw_lib_judge_sent(struct tn_tnw_lib_judge *j, int result);

#endif
