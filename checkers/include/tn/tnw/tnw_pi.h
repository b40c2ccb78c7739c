/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_pi (checkers/tnw/spec/tnw_pi.md sections 1 to 4 and 6): its pins, its registers, what becomes
 * of a TLP, an injection window, and a model of the block without time. Nget (section 5) is a
 * neighbour that the model hands its part to. What a block makes of the time that the page gives
 * is judged by <tn/tnw/tnw_pi_judge.h>.
 */
#ifndef TN_TNW_PI_H
#define TN_TNW_PI_H

#include <tn/pcie/tlp.h>
#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_PI_BEAT = 16,                             /* bytes of a beat, of a fragment */
    TN_TNW_PI_PAYLOAD = 256,                         /* bytes of a TLP from the host at most */
    TN_TNW_PI_TLP = TN_TLP_MAX,                      /* bytes of any TLP that is looked at */
    TN_TNW_PI_WINDOWS = TNW_LINKS * TNW_VCS,         /* (link, channel) is 8 x link + channel */
    TN_TNW_PI_TURNS = TN_TNW_PI_WINDOWS + TNW_LINKS, /* Nget engine of a link is 48 + link */
    TN_TNW_PI_ITEMS_MAX = 32,                        /* places of a window */
    TN_TNW_PI_FRAGS = 8,                             /* fragments of an item */
    TN_TNW_PI_READS = 8,                             /* from the host, unanswered, at most */
    TN_TNW_PI_BAR0 = 0x10000,                        /* bytes */
};

struct tn_tnw_pi_params {
    uint8_t off_log2;  /* 8 to 24 */
    uint8_t item_log2; /* 2 to 5 */
    uint8_t tag_log2;  /* 1 to 5 */
    uint8_t desc_log2; /* 0 to 4 */
};

/* A stream of TLPs; lane i of a beat is data[i], keep bit i is DW i. */
struct tn_tnw_pi_stream {
    bool valid, last;
    uint8_t keep;
    uint8_t data[TN_TNW_PI_BEAT];
};

/* What a cycle brings, and what it shows; names are those of the ports. */
struct tn_tnw_pi_in {
    bool rst;
    uint16_t rid;
    uint64_t bar0, bar2;
    struct tn_tnw_pi_stream s_tlp;
    bool m_tlp_ready;
    uint8_t m_tlp_ok;
    bool m_wr_valid, m_wr_first, m_wr_last;
    uint64_t m_wr_addr;
    uint8_t m_wr_data[TN_TNW_PI_BEAT];
    uint8_t inj_ok;
    uint32_t reg_rdata;
};

struct tn_tnw_pi_out {
    bool s_tlp_ready;
    uint8_t s_tlp_ok;
    struct tn_tnw_pi_stream m_tlp;
    bool m_wr_ready;
    uint8_t inj_valid; /* bit l */
    bool inj_last;
    uint8_t inj_data[TN_TNW_PI_BEAT];
    uint8_t inj_vc;
    uint32_t inj_offset;
    bool reg_wr, reg_rd;
    uint16_t reg_addr;
    uint32_t reg_wdata;
    bool obs_drop_valid;
    uint8_t obs_drop_cause;
    bool obs_err_valid;
    uint8_t obs_err_id, obs_err_cause;
};

/* What becomes of a TLP (section 2). */
enum tn_tnw_pi_cause {
    TN_TNW_PI_NO_CAUSE,
    TN_TNW_PI_MALF,
    TN_TNW_PI_CPL,
    TN_TNW_PI_UNSUP,
    TN_TNW_PI_EP,
    TN_TNW_PI_NOBAR,
    TN_TNW_PI_REG,
    TN_TNW_PI_REGRD,
    TN_TNW_PI_PPUT,
    TN_TNW_PI_FINE,
    TN_TNW_PI_CAUSES
};

/* Why a window is in ERROR (section 4). */
enum tn_tnw_pi_error {
    TN_TNW_PI_NO_ERROR,
    TN_TNW_PI_OVERWRITE,
    TN_TNW_PI_ORDER,
    TN_TNW_PI_INCOMPLETE,
    TN_TNW_PI_FORM,
    TN_TNW_PI_ERRORS
};

/* Registers (section 6), byte addresses in BAR0. */
enum tn_tnw_pi_reg {
    TN_TNW_PI_R_ID = 0x0000,
    TN_TNW_PI_R_PARAMS = 0x0004,
    TN_TNW_PI_R_REORDER_TMO = 0x0010,
    TN_TNW_PI_R_CPL_TMO = 0x0014,
    TN_TNW_PI_R_CAUSE = 0x0040, /* + 4 x cause */
    TN_TNW_PI_R_PUT_ITEMS = 0x0080,
    TN_TNW_PI_R_PUT_ERROR = 0x0080, /* + 4 x error, 1 to 4 */
    TN_TNW_PI_R_PUT_AFTER = 0x0094,
    TN_TNW_PI_R_GET = 0x00a0, /* counters of Nget */
    TN_TNW_PI_R_GET_END = 0x00c0,
    TN_TNW_PI_R_OTHERS = 0x1000, /* of the other blocks */
    TN_TNW_PI_R_OTHERS_END = 0x6000,
    TN_TNW_PI_R_PUT = 0x6000, /* windows */
    TN_TNW_PI_R_PUT_END = 0x6c00,
    TN_TNW_PI_R_NGET = 0x8000, /* engines */
    TN_TNW_PI_R_NGET_END = 0x8600,
};
enum {
    TN_TNW_PI_ID = 0x54500001,
    TN_TNW_PI_WINDOW = 0x40, /* bytes of a window's registers */
    TN_TNW_PI_NEXT = 0x00,
    TN_TNW_PI_STATUS = 0x04,
    TN_TNW_PI_ERR_ADDR = 0x08,
    TN_TNW_PI_DONE = 0x0c,
    TN_TNW_PI_NEXT_BITS = 0xffffff,
    TN_TNW_PI_REORDER_RESET = 4096,
    TN_TNW_PI_CPL_RESET = 65536,
};

/* The address of a window's register; id is 8 x link + channel. */
static inline uint16_t tn_tnw_pi_addr(unsigned id, unsigned reg)
{
    return (uint16_t)(TN_TNW_PI_R_PUT + id * TN_TNW_PI_WINDOW + reg);
}
/* Registers that Nget answers for: its counters and its engines'. */
static inline bool tn_tnw_pi_is_get(unsigned addr)
{
    return (addr >= TN_TNW_PI_R_GET && addr < TN_TNW_PI_R_GET_END) ||
           (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END);
}

/* A TLP from the host, judged (section 2). */
struct tn_tnw_pi_tlp {
    enum tn_tnw_pi_cause cause;
    struct tn_tlp t;
    uint8_t payload[TN_TNW_PI_PAYLOAD];
    unsigned dws;  /* of payload, of a TLP with data that is not MALF */
    bool answered; /* non-posted: CplD, or Cpl with status UR */
    bool in_bar0;  /* REG, REGRD of BAR0, FINE: at is the byte address in BAR0 */
    int window;    /* EP, PPUT, FINE: of BAR2, -1 none (another BAR, link 6 or 7) */
    uint64_t at;   /* byte address in its BAR */
};

/* Judges len bytes of a TLP. */
void tn_tnw_pi_judge(const struct tn_tnw_pi_params *p, uint64_t bar0, uint64_t bar2,
                     const uint8_t *bytes, size_t len, struct tn_tnw_pi_tlp *out);
/* The answer to one that is answered: data are the DWs read, as numbers (NULL: UR). Writes the
 * bytes of the TLP to out (TN_TNW_PI_ANSWER at most) and returns how many. */
enum { TN_TNW_PI_ANSWER = 12 + 64 };
size_t tn_tnw_pi_answer(const struct tn_tnw_pi_tlp *req, uint16_t rid, const uint32_t *data,
                        uint8_t out[TN_TNW_PI_ANSWER]);

/* An injection window (section 4). Bytes are kept by whoever has it: each fragment is put down
 * with a number that says where they are. */
struct tn_tnw_pi_window {
    uint32_t next;  /* item */
    uint32_t error; /* enum tn_tnw_pi_error */
    uint32_t err_addr;
    uint32_t dropped;                   /* AFTER */
    uint8_t there[TN_TNW_PI_ITEMS_MAX]; /* fragments, by place */
    uint16_t from[TN_TNW_PI_ITEMS_MAX][TN_TNW_PI_FRAGS];
};
/* The line of the table that applied, 1 to 5. n is 2^ITEM_LOG2, addr the byte address in BAR2. */
unsigned tn_tnw_pi_window_put(struct tn_tnw_pi_window *w, unsigned n, uint32_t item, unsigned frag,
                              uint32_t addr, uint16_t from);
/* What the window holds is dropped, and the first error kept; in ERROR a dropped one is counted
 * (not for INCOMPLETE). */
void tn_tnw_pi_window_fail(struct tn_tnw_pi_window *w, enum tn_tnw_pi_error error, uint32_t addr);
void tn_tnw_pi_window_next(struct tn_tnw_pi_window *w, uint32_t data); /* a write of NEXT */
bool tn_tnw_pi_window_empty(const struct tn_tnw_pi_window *w);
bool tn_tnw_pi_window_whole(const struct tn_tnw_pi_window *w, unsigned n); /* item next is there */
/* Item next is served: its place is emptied. */
void tn_tnw_pi_window_serve(struct tn_tnw_pi_window *w, unsigned n);
/* STATUS as software reads it. */
uint32_t tn_tnw_pi_window_status(const struct tn_tnw_pi_window *w);

/* An item of 128 bytes for a link. */
struct tn_tnw_item {
    uint8_t link, vc;
    uint32_t offset; /* units of 16 bytes */
    uint8_t data[TNW_PAYLOAD];
};

/* What the model is joined to; each may be NULL: registers then read 0. */
struct tn_tnw_pi_hooks {
    /* registers of the other blocks, and of Nget (tn_tnw_pi_is_get()); byte address in BAR0 */
    uint32_t (*read)(void *ctx, uint16_t addr);
    void (*write)(void *ctx, uint16_t addr, uint32_t data);
    /* a completion for Nget (cause CPL) */
    void (*cpl)(void *ctx, const struct tn_tnw_pi_tlp *tlp);
    /* a TLP to the host: the answers made here */
    void (*tlp)(void *ctx, const uint8_t *bytes, size_t len);
    /* an item of a window */
    void (*item)(void *ctx, const struct tn_tnw_item *item);
    /* a window goes to ERROR; a TLP is judged */
    void (*error)(void *ctx, unsigned id, enum tn_tnw_pi_error error);
    void (*judged)(void *ctx, const struct tn_tnw_pi_tlp *tlp);
};

struct tn_tnw_pi;
/* NULL on ENOMEM. As after rst, with rid and BARs 0. hooks is copied. */
struct tn_tnw_pi *tn_tnw_pi_new(const struct tn_tnw_pi_params *p,
                                const struct tn_tnw_pi_hooks *hooks, void *ctx);
void tn_tnw_pi_free(struct tn_tnw_pi *m);
void tn_tnw_pi_reset(struct tn_tnw_pi *m, uint16_t rid, uint64_t bar0, uint64_t bar2);
/* A TLP from the host with all that it does; returns its cause. */
enum tn_tnw_pi_cause tn_tnw_pi_in_tlp(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len);
/* The same in steps: judged and counted at once; then true as long as a step (a DW, a fragment,
 * the answer) was done. */
const struct tn_tnw_pi_tlp *tn_tnw_pi_begin(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len);
bool tn_tnw_pi_step(struct tn_tnw_pi *m);
/* Registers of section 6 that are not Nget's, and by the hooks all others. */
uint32_t tn_tnw_pi_read(struct tn_tnw_pi *m, uint16_t addr);
void tn_tnw_pi_write(struct tn_tnw_pi *m, uint16_t addr, uint32_t data);
/* Windows that hold item next whole, and the one in turn of those (and of the engines in get,
 * bit l) whose link is in ok: its number, TN_TNW_PI_TURNS when none. */
bool tn_tnw_pi_asks(const struct tn_tnw_pi *m, unsigned id);
unsigned tn_tnw_pi_turn(const struct tn_tnw_pi *m, uint8_t ok, uint8_t get);
/* Number turn is served: a window's item goes to the hook; an engine's is its own affair. */
void tn_tnw_pi_serve(struct tn_tnw_pi *m, unsigned turn);
/* So many cycles go by: windows that wait for a fragment may go to ERROR. */
void tn_tnw_pi_pass(struct tn_tnw_pi *m, uint32_t cycles);

#ifdef __cplusplus
}
#endif

#endif
