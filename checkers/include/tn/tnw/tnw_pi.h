/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_pi (checkers/tnw/spec/tnw_pi.md sections 1 to 4 and 6): its pins, its registers, the fate of
 * a TLP, an injection window, and a model of the block without time. The model hands the part of
 * Nget (section 5) to hooks. The timing of a DUT is judged by <tn/tnw/tnw_pi_judge.h>.
 */
#ifndef TN_TNW_PI_H
#define TN_TNW_PI_H

#include <tn/pcie/tlp.h>
#include <tn/tnw/tnw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_PI_BEAT = 16,                     /* bytes of a beat, and of a fragment */
    TN_TNW_PI_PAYLOAD = 256,                 /* most payload bytes of a TLP from the host */
    TN_TNW_PI_TLP = TN_TLP_MAX,              /* most bytes of any TLP */
    TN_TNW_PI_WINDOWS = TNW_LINKS * TNW_VCS, /* window of (link, channel): 8 x link + channel */
    TN_TNW_PI_TURNS = TN_TNW_PI_WINDOWS + TNW_LINKS, /* turns; Nget engine of a link: 48 + link */
    TN_TNW_PI_ITEMS_MAX = 32,                        /* most places of a window */
    TN_TNW_PI_FRAGS = 8,                             /* fragments of an item */
    TN_TNW_PI_READS = 8,                             /* most unanswered reads of the host */
    TN_TNW_PI_BAR0 = 0x10000,                        /* bytes of BAR0 */
};

struct tn_tnw_pi_params {
    uint8_t off_log2;  /* 8 to 24 */
    uint8_t item_log2; /* 2 to 5 */
    uint8_t tag_log2;  /* 1 to 5 */
    uint8_t desc_log2; /* 0 to 4 */
    bool last_en;      /* bit 0 of an offset is `last`; else the paper */
};

/* Returns log2 of the bytes of a window in BAR2, those of `last` among them. */
static inline unsigned tn_tnw_pi_window_log2(const struct tn_tnw_pi_params *p)
{
    return p->off_log2 + 4u + p->last_en;
}
/* Says whether the address in BAR2 is one of `last`. */
static inline bool tn_tnw_pi_is_last(const struct tn_tnw_pi_params *p, uint64_t at)
{
    return p->last_en && (at >> (p->off_log2 + 4) & 1);
}

/* A stream of TLPs; lane i of a beat is data[i], keep bit i is DW i. */
struct tn_tnw_pi_stream {
    bool valid, last;
    uint8_t keep;
    uint8_t data[TN_TNW_PI_BEAT];
};

/* The inputs of a cycle; members have the names of the ports. */
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

/* The outputs of a cycle; members have the names of the ports. */
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

/* The fate of a TLP (section 2). */
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

/* The reason for which a window is in ERROR (section 4). */
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
    TN_TNW_PI_R_FEATURES = 0x0008, /* bit 0: LAST_EN */
    TN_TNW_PI_R_REORDER_TMO = 0x0010,
    TN_TNW_PI_R_CPL_TMO = 0x0014,
    TN_TNW_PI_R_CAUSE = 0x0040, /* + 4 x cause */
    TN_TNW_PI_R_PUT_ITEMS = 0x0080,
    TN_TNW_PI_R_PUT_ERROR = 0x0080, /* + 4 x error, 1 to 4 */
    TN_TNW_PI_R_PUT_AFTER = 0x0094,
    TN_TNW_PI_R_GET = 0x00a0, /* counters of Nget */
    TN_TNW_PI_R_GET_END = 0x00c0,
    TN_TNW_PI_R_OTHERS = 0x1000, /* registers of the other blocks */
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

/* Returns the address of a window's register; id is 8 x link + channel. */
static inline uint16_t tn_tnw_pi_addr(unsigned id, unsigned reg)
{
    return (uint16_t)(TN_TNW_PI_R_PUT + id * TN_TNW_PI_WINDOW + reg);
}
/* Says whether the register belongs to Nget: its counters and its engines' registers. */
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
    unsigned dws;  /* DWs of payload, for a TLP with data that is not MALF */
    bool answered; /* non-posted: the answer is CplD, or Cpl with status UR */
    bool in_bar0;  /* REG, REGRD, FINE: the address is in BAR0 */
    int window;    /* EP, PPUT, FINE: window of the address in BAR2; -1: another BAR, link 6 or 7 */
    uint64_t at;   /* byte address in its BAR */
};

/* Judges the len bytes of a TLP and fills in out. */
void tn_tnw_pi_judge(const struct tn_tnw_pi_params *p, uint64_t bar0, uint64_t bar2,
                     const uint8_t *bytes, size_t len, struct tn_tnw_pi_tlp *out);
enum { TN_TNW_PI_ANSWER = 12 + 64 }; /* most bytes of an answer */
/* Writes the answer to a TLP that is answered to out and returns its bytes. data are the DWs read,
 * as numbers; NULL: the answer is UR. */
size_t tn_tnw_pi_answer(const struct tn_tnw_pi_tlp *req, uint16_t rid, const uint32_t *data,
                        uint8_t out[TN_TNW_PI_ANSWER]);

/* An injection window (section 4). The owner of the window keeps the bytes of fragments; the window
 * keeps for each fragment a number that tells the owner where its bytes are. */
struct tn_tnw_pi_window {
    uint32_t next;                      /* number of the item expected next */
    uint32_t error;                     /* enum tn_tnw_pi_error */
    uint32_t err_addr;                  /* byte address of the error in BAR2 */
    uint32_t dropped;                   /* fragments dropped in ERROR: AFTER */
    uint32_t last;                      /* set of places whose item is the last of a message */
    uint8_t there[TN_TNW_PI_ITEMS_MAX]; /* set of fragments present, by place of the item */
    uint16_t from[TN_TNW_PI_ITEMS_MAX][TN_TNW_PI_FRAGS]; /* the owner's number of each fragment */
};
/* Puts a fragment into the window. n is 2^ITEM_LOG2, addr the byte address in BAR2, last what
 * tn_tnw_pi_is_last() says of it. Returns the line of the page's table that applied, 1 to 5. */
unsigned tn_tnw_pi_window_put(struct tn_tnw_pi_window *w, unsigned n, uint32_t item, unsigned frag,
                              bool last, uint32_t addr, uint16_t from);
/* Puts the window into ERROR and drops its fragments. A window that is in ERROR already keeps its
 * first error and counts a dropped fragment (not for INCOMPLETE). */
void tn_tnw_pi_window_fail(struct tn_tnw_pi_window *w, enum tn_tnw_pi_error error, uint32_t addr);
/* Software wrote data to NEXT. */
void tn_tnw_pi_window_next(struct tn_tnw_pi_window *w, uint32_t data);
/* Says whether the window holds no fragment. */
bool tn_tnw_pi_window_empty(const struct tn_tnw_pi_window *w);
/* Says whether all fragments of item next are there. */
bool tn_tnw_pi_window_whole(const struct tn_tnw_pi_window *w, unsigned n);
/* Returns the offset that item next is sent with. */
uint32_t tn_tnw_pi_window_offset(const struct tn_tnw_pi_window *w, unsigned n);
/* Serves item next: its place becomes empty. */
void tn_tnw_pi_window_serve(struct tn_tnw_pi_window *w, unsigned n);
/* Returns STATUS as software reads it. */
uint32_t tn_tnw_pi_window_status(const struct tn_tnw_pi_window *w);

/* An item of 128 bytes for a link. */
struct tn_tnw_item {
    uint8_t link, vc;
    uint32_t offset; /* units of 16 bytes, or with `last` in bit 0 */
    uint8_t data[TNW_PAYLOAD];
};

/* The surroundings of the model; each hook may be NULL. */
struct tn_tnw_pi_hooks {
    /* Reads a register of another block or of Nget (tn_tnw_pi_is_get()) at a byte address in BAR0.
     * NULL: such registers read 0. */
    uint32_t (*read)(void *ctx, uint16_t addr);
    /* Writes such a register. */
    void (*write)(void *ctx, uint16_t addr, uint32_t data);
    /* Takes a completion for Nget (cause CPL). */
    void (*cpl)(void *ctx, const struct tn_tnw_pi_tlp *tlp);
    /* Takes a TLP to the host: an answer of the model. */
    void (*tlp)(void *ctx, const uint8_t *bytes, size_t len);
    /* Takes an item of a window. */
    void (*item)(void *ctx, const struct tn_tnw_item *item);
    /* A window went to ERROR. */
    void (*error)(void *ctx, unsigned id, enum tn_tnw_pi_error error);
    /* A TLP was judged. */
    void (*judged)(void *ctx, const struct tn_tnw_pi_tlp *tlp);
};

struct tn_tnw_pi;
/* Makes a model as after rst, with rid and BARs 0. hooks is copied. NULL on ENOMEM. */
struct tn_tnw_pi *tn_tnw_pi_new(const struct tn_tnw_pi_params *p,
                                const struct tn_tnw_pi_hooks *hooks, void *ctx);
/* Frees the model. */
void tn_tnw_pi_free(struct tn_tnw_pi *m);
/* Resets the model and sets its Requester ID and BARs. */
void tn_tnw_pi_reset(struct tn_tnw_pi *m, uint16_t rid, uint64_t bar0, uint64_t bar2);
/* Takes a TLP from the host with all its effects. Returns its cause. */
enum tn_tnw_pi_cause tn_tnw_pi_in_tlp(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len);
/* Takes a TLP from the host, judges and counts it; tn_tnw_pi_step() does its effects. */
const struct tn_tnw_pi_tlp *tn_tnw_pi_begin(struct tn_tnw_pi *m, const uint8_t *bytes, size_t len);
/* Does the next effect of that TLP: a DW, a fragment or the answer. Returns false when none was
 * left. */
bool tn_tnw_pi_step(struct tn_tnw_pi *m);
/* Reads a register of section 6; the hooks read those of Nget and of other blocks. */
uint32_t tn_tnw_pi_read(struct tn_tnw_pi *m, uint16_t addr);
/* Writes a register of section 6; the hooks write those of Nget and of other blocks. */
void tn_tnw_pi_write(struct tn_tnw_pi *m, uint16_t addr, uint32_t data);
/* Says whether window id holds item next whole, so that it asks for its turn. */
bool tn_tnw_pi_asks(const struct tn_tnw_pi *m, unsigned id);
/* Returns the number of the window or engine that is next in turn: among windows that ask and
 * engines in the set get (bit l: link l), whose link is in the set ok. TN_TNW_PI_TURNS: none. */
unsigned tn_tnw_pi_turn(const struct tn_tnw_pi *m, uint8_t ok, uint8_t get);
/* Serves that number: the item of a window goes to the hook; the caller serves an engine itself. */
void tn_tnw_pi_serve(struct tn_tnw_pi *m, unsigned turn);
/* Lets cycles pass: windows that wait for a fragment may go to ERROR. */
void tn_tnw_pi_pass(struct tn_tnw_pi *m, uint32_t cycles);

#ifdef __cplusplus
}
#endif

#endif
