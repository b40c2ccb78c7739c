/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_rcv (checkers/tnw/spec/tnw_nwp.md sections 1 to 4): its pins, its registers, and one
 * reception side that uses every freedom of the page in one way, as soon as it can. What others
 * make of that freedom is judged by <tn/tnw/tnw_rcv_judge.h>.
 */
#ifndef TN_TNW_RCV_H
#define TN_TNW_RCV_H

#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_RCV_BEAT = 16,                 /* bytes */
    TN_TNW_RCV_BEATS = 8,                 /* of a packet */
    TN_TNW_RCV_IDS = TNW_LINKS * TNW_VCS, /* (link, channel) is 8 x link + channel */
    TN_TNW_RCV_CREDITS_MAX = 16,          /* of one (link, channel) */
    TN_TNW_RCV_LENGTH_MAX = 0x10000000,   /* bytes of a credit */
};

struct tn_tnw_rcv_params {
    uint8_t credit_log2; /* 0 to 4 */
    bool late;           /* of tn_tnw_rcv_new(): takes the time that the page gives */
};

/* What a cycle brings, and what it shows; names are those of the ports. */
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

/* Registers (section 4): of a window, and common ones. */
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
    TN_TNW_RCV_COUNTERS_END = 0xc18,
};
enum {
    TN_TNW_RCV_COUNTS = (TN_TNW_RCV_COUNTERS_END - TN_TNW_RCV_COUNTERS) / 4,
    TN_TNW_RCV_LENGTH_BITS = 0x1fffffff,
    TN_TNW_RCV_RW = 6, /* registers of a window that are written */
};

/* The address of a window's register; id is 8 x link + channel. */
static inline uint16_t tn_tnw_rcv_addr(unsigned id, unsigned reg)
{
    return (uint16_t)(id * TN_TNW_RCV_WINDOW + reg);
}

/* Misbehaviours of a reception side, to try judges on; each breaks one rule. */
enum tn_tnw_rcv_bug {
    TN_TNW_RCV_NO_BUG,
#define TN_TNW_RCV_BUG(name, rule) TN_TNW_RCV_BUG_##name,
#include <tn/tnw/tnw_rcv_bugs.def>
#undef TN_TNW_RCV_BUG
    TN_TNW_RCV_BUGS
};

struct tn_tnw_rcv;
/* NULL on ENOMEM. In reset until clocked without it. */
struct tn_tnw_rcv *tn_tnw_rcv_new(const struct tn_tnw_rcv_params *p, enum tn_tnw_rcv_bug bug);
void tn_tnw_rcv_free(struct tn_tnw_rcv *r);
/* What it shows in this cycle; of its inputs rcv_valid alone has a part in it. */
const struct tn_tnw_rcv_out *tn_tnw_rcv_eval(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);
/* The clock edge that ends this cycle, behind its tn_tnw_rcv_eval(). */
void tn_tnw_rcv_clock(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);

#ifdef __cplusplus
}
#endif

#endif
