/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A judge between TNW's library, ours or another, and its struct tnw_io: passes every call on and
 * breaks TNW-LIB-1 to 7 where it is not what tnw_torus.md section 4 says. It knows the page and
 * tnw_pi.md section 4, not the library's source.
 */
#ifndef TN_TNW_LIB_JUDGE_H
#define TN_TNW_LIB_JUDGE_H

#include <tn/tnw/tnw_lib.h>
#include <tn/verdict.h>

struct tn_tnw_lib_limits {
    unsigned off_log2, item_log2, credit_log2; /* parameters of the node */
};

struct tn_tnw_lib_judge {
    const struct tnw_io *below;
    void *ctx;
    struct tn_tnw_lib_limits limits;
    uint64_t notes;
    tn_verdict_fn *fn;
    void *fn_ctx;
    uint64_t calls; /* of struct tnw_io: the verdicts' cycle */
    size_t unflushed;
    struct tn_tnw_lib_put {
        uint32_t next;            /* the window's */
        uint64_t at;              /* byte behind the last one written */
        uint32_t written, shown;  /* items, as DONE counts them */
        uint32_t first, old_next; /* of the message; next of before it */
        bool asked, unsaid;       /* DONE was read; the message began without NEXT */
        bool error;               /* STATUS said so, and NEXT was not written since */
    } put[TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    uint8_t turn[2][TNW_LIB_LINKS * TNW_LIB_CHANNELS]; /* place that comes next */
    struct tn_tnw_lib_place {
        bool open, cleared, reset;
        uint32_t tag, len;
        uint8_t seen[TNW_LIB_NOTE]; /* what was loaded last */
    } place[2 * TNW_LIB_LINKS * TNW_LIB_CHANNELS * TNW_LIB_PLACES];
    bool link_reset[TNW_LIB_LINKS], aborted[TNW_LIB_LINKS]; /* CTRL.reset is 1; ABORT since */
};

/* below and its ctx do the work; notes as with tnwOpen(), of a node fresh from reset. */
void tn_tnw_lib_judge_init(struct tn_tnw_lib_judge *j, const struct tnw_io *below, void *ctx,
                           const struct tn_tnw_lib_limits *limits, uint64_t notes,
                           tn_verdict_fn *fn, void *fn_ctx);
/* What the library is given, with the judge as ctx. */
extern const struct tnw_io tn_tnw_lib_judge_io;

/* To be told of each tnwTest() and what it gave, and of the end of each tnwSend(). */
void tn_tnw_lib_judge_tested(struct tn_tnw_lib_judge *j, uint32_t handle, int result,
                             const struct tnw_done *d);
void tn_tnw_lib_judge_sent(struct tn_tnw_lib_judge *j);

#endif
