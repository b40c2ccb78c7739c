/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_link (checkers/tnw/spec/tnw_link.md sections 3 to 10): its pins, its registers, and a model
 * of one end of a link that uses every freedom of the page in one way, as soon as possible. DUTs
 * that use it in other ways are judged by <tn/tnw/tnw_link_judge.h>.
 */
#ifndef TN_TNW_LINK_H
#define TN_TNW_LINK_H

#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_params {
    uint8_t tx_items_log2; /* 2 to 6 */
    uint8_t rx_pkts_log2;  /* 1 to 4 */
};

enum { TN_TNW_BEAT = 16 }; /* bytes of a beat */

/* The inputs of a cycle; members have the names of the ports. */
struct tn_tnw_in {
    bool rst;
    struct tnw_word rx;
    bool rx_up;
    uint8_t rx_code_n, rx_disp_n;
    bool inj_valid, inj_last;
    uint8_t inj_data[TN_TNW_BEAT];
    uint8_t inj_vc;
    uint32_t inj_offset;
    bool rcv_take;
    uint8_t rcv_vc;
    bool reg_wr, reg_rd;
    uint16_t reg_addr;
    uint32_t reg_wdata;
};

/* The outputs of a cycle; members have the names of the ports. */
struct tn_tnw_out {
    struct tnw_word tx;
    bool inj_ok;
    uint8_t rcv_valid;
    bool rcv_dvalid;
    uint8_t rcv_data[TN_TNW_BEAT];
    uint32_t rcv_offset;
    bool flush;
    uint32_t reg_rdata;
    bool obs_rx_valid;
    uint8_t obs_rx_cause, obs_rx_vc, obs_rx_seq;
    uint8_t obs_tx_state, obs_unacked;
};

/* The sender's states, as obs_tx_state shows them. */
enum tn_tnw_tx { TN_TNW_SEND, TN_TNW_RESTART, TN_TNW_RESEND, TN_TNW_WAIT, TN_TNW_BACKOFF };
/* The fates of a received packet, as obs_rx_cause shows them. */
enum tn_tnw_rx {
    TN_TNW_SKIPPED = 1,
    TN_TNW_BROKEN,
    TN_TNW_STRAY,
    TN_TNW_CRC,
    TN_TNW_DUP,
    TN_TNW_AHEAD,
    TN_TNW_FULL,
    TN_TNW_TAKEN,
    TN_TNW_CAUSES
};

/* Registers (section 8). */
enum tn_tnw_reg {
    TN_TNW_R_ID = 0x000,
    TN_TNW_R_PARAMS = 0x004,
    TN_TNW_R_CTRL = 0x008,
    TN_TNW_R_STATUS = 0x00c,
    TN_TNW_R_RESEND_TMO = 0x010,
    TN_TNW_R_FULL_BACKOFF = 0x014,
    TN_TNW_R_TX_PACKETS = 0x040,
    TN_TNW_R_TX_RESENT = 0x044,
    TN_TNW_R_TX_RESTARTS = 0x048,
    TN_TNW_R_TX_TIMEOUTS = 0x04c,
    TN_TNW_R_FB_NACK = 0x050,
    TN_TNW_R_FB_FULL = 0x054,
    TN_TNW_R_FB_CRC = 0x058,
    TN_TNW_R_FB_SEQ = 0x05c,
    TN_TNW_R_FB_CODE = 0x060,
    TN_TNW_R_PEER_RESET = 0x064,
    TN_TNW_R_LOST = 0x068,
    TN_TNW_R_UNREAD = 0x06c,
    TN_TNW_R_CAUSE = 0x080, /* + 4 x cause */
    TN_TNW_R_SYNC = 0x0a4,
    TN_TNW_R_BAD_WORDS = 0x0a8,
    TN_TNW_R_ALIGN_LOST = 0x0ac,
    TN_TNW_R_SYM_CODE = 0x0b0,
    TN_TNW_R_SYM_DISP = 0x0b4,
    TN_TNW_R_LEVEL = 0x0c0, /* + 4 x channel */
};
enum { TN_TNW_ID = 0x54570001, TN_TNW_COUNTERS = 0x40, TN_TNW_COUNTERS_END = 0xe0 };
enum { TN_TNW_CTRL_RESET = 1, TN_TNW_CTRL_SEQ_OFF = 2 };

/* Bugs that the model can have, to try judges on; each breaks one rule. */
enum tn_tnw_bug {
    TN_TNW_NO_BUG,
#define TN_TNW_BUG(name, rule) TN_TNW_BUG_##name,
#include <tn/tnw/tnw_bugs.def>
#undef TN_TNW_BUG
    TN_TNW_BUGS
};

struct tn_tnw_end;
/* Makes a model, in reset until the first clock without rst. NULL on ENOMEM. */
struct tn_tnw_end *tn_tnw_end_new(const struct tn_tnw_params *p, enum tn_tnw_bug bug);
/* Frees the model. */
void tn_tnw_end_free(struct tn_tnw_end *e);
/* Returns the outputs of this cycle, which do not depend on the inputs of this cycle. */
const struct tn_tnw_out *tn_tnw_end_out(const struct tn_tnw_end *e);
/* Ends this cycle with a clock edge. */
void tn_tnw_end_clock(struct tn_tnw_end *e, const struct tn_tnw_in *in);

#ifdef __cplusplus
}
#endif

#endif
