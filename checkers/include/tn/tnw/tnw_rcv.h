/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_rcv (checkers/tnw/spec/tnw_nwp.md sections 1 to 4): its pins, its registers, and a model that
 * uses every freedom of the page in one way, as soon as possible. DUTs that use it in other ways
 * are judged by <tn/tnw/tnw_rcv_judge.h>.
 */
#ifndef TN_TNW_RCV_H
#define TN_TNW_RCV_H

#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_RCV_BEAT = 16,                 /* bytes of a beat */
    TN_TNW_RCV_BEATS = 8,                 /* beats of a packet */
    TN_TNW_RCV_IDS = TNW_LINKS * TNW_VCS, /* number of ids; (link, channel) is 8 x link + channel */
    TN_TNW_RCV_CREDITS_MAX = 16,          /* most credits of one (link, channel) */
    TN_TNW_RCV_LENGTH_MAX = 0x10000000,   /* most bytes of a credit */
};

struct tn_tnw_rcv_params {
    uint8_t credit_log2; /* 0 to 4 */
    bool last_en;        /* bit 0 of an offset is `last`; else the paper */
    bool late;           /* tn_tnw_rcv_new(): the model takes all the time that the page gives */
};

/* The inputs of a cycle; members have the names of the ports. */
struct tn_tnw_rcv_in {
    bool rst;
    uint8_t rcv_valid[TNW_LINKS]; /* bit v: channel v has a packet */
    uint8_t rcv_dvalid;           /* bit l, as in flush */
    uint8_t rcv_data[TNW_LINKS][TN_TNW_RCV_BEAT];
    uint32_t rcv_offset[TNW_LINKS];
    uint8_t flush;
    bool m_wr_ready;
    bool reg_wr, reg_rd;
    uint16_t reg_addr;
    uint32_t reg_wdata;
};

/* The outputs of a cycle; members have the names of the ports. */
struct tn_tnw_rcv_out {
    uint8_t rcv_take, rcv_vc;
    bool m_wr_valid, m_wr_first, m_wr_last;
    uint64_t m_wr_addr;
    uint8_t m_wr_data[TN_TNW_RCV_BEAT];
    uint32_t reg_rdata;
    bool obs_match_valid;
    uint8_t obs_match_id;
    bool obs_match_fit;
};

/* Registers (section 4): first those of a window, then common ones. */
enum tn_tnw_rcv_reg {
    TN_TNW_RCV_BASE_LO = 0x00,
    TN_TNW_RCV_BASE_HI = 0x04,
    TN_TNW_RCV_LENGTH = 0x08,
    TN_TNW_RCV_TAG = 0x0c,
    TN_TNW_RCV_NOTIFY_LO = 0x10,
    TN_TNW_RCV_NOTIFY_HI = 0x14,
    TN_TNW_RCV_CREDITS = 0x18,
    TN_TNW_RCV_PROGRESS = 0x1c,
    TN_TNW_RCV_WINDOW = 0x40,
    TN_TNW_RCV_COUNTERS = 0xc00,
    TN_TNW_RCV_PACKETS = 0xc00,
    TN_TNW_RCV_NOFIT = 0xc04,
    TN_TNW_RCV_NOTIFIED = 0xc08,
    TN_TNW_RCV_BAD = 0xc0c,
    TN_TNW_RCV_NO_ROOM = 0xc10,
    TN_TNW_RCV_FLUSHED = 0xc14,
    TN_TNW_RCV_SHORT = 0xc18,
    TN_TNW_RCV_LONG = 0xc1c,
    TN_TNW_RCV_BEHIND = 0xc20,
    TN_TNW_RCV_COUNTERS_END = 0xc24,
};
enum {
    TN_TNW_RCV_COUNTS = (TN_TNW_RCV_COUNTERS_END - TN_TNW_RCV_COUNTERS) / 4,
    TN_TNW_RCV_LENGTH_BITS = 0x1fffffff,
    TN_TNW_RCV_IS_BEHIND = 0x10000, /* bit of CREDITS */
    TN_TNW_RCV_RW = 6,              /* registers of a window that are written */
};

/* Returns the address of a window's register; id is 8 x link + channel. */
static inline uint16_t tn_tnw_rcv_addr(unsigned id, unsigned reg)
{
    return (uint16_t)(id * TN_TNW_RCV_WINDOW + reg);
}

/* Bugs that the model can have, to try judges on; each breaks one rule. */
enum tn_tnw_rcv_bug {
    TN_TNW_RCV_NO_BUG,
#define TN_TNW_RCV_BUG(name, rule) TN_TNW_RCV_BUG_##name,
#include <tn/tnw/tnw_rcv_bugs.def>
#undef TN_TNW_RCV_BUG
    TN_TNW_RCV_BUGS
};

struct tn_tnw_rcv;
/* Makes a model, in reset until the first clock without rst. NULL on ENOMEM. */
struct tn_tnw_rcv *tn_tnw_rcv_new(const struct tn_tnw_rcv_params *p, enum tn_tnw_rcv_bug bug);
/* Frees the model. */
void tn_tnw_rcv_free(struct tn_tnw_rcv *r);
/* Returns the outputs of this cycle; of the inputs only rcv_valid matters. */
const struct tn_tnw_rcv_out *tn_tnw_rcv_eval(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);
/* Ends this cycle with a clock edge; tn_tnw_rcv_eval() was called for the cycle before. */
void tn_tnw_rcv_clock(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);

#ifdef __cplusplus
}
#endif

#endif
