/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of a block with Nget and the way out alone: its state. get_player.c takes TLPs and
 * has registers, get_player_engine.c reads and completions, get_player_item.c items and
 * notifications, get_player_out.c TLPs to the host.
 */
#ifndef TN_TNW_GET_PLAYER_H
#define TN_TNW_GET_PLAYER_H

#include "get_desc.h"

#include <tn/tnw/tnw_get.h>

enum {
    GS_OPS = 1024, /* places for DWs, answers and completions that wait */
    GS_OPS_ROOM = 256,
    GS_ROW = 256, /* places for TLPs that were made and not yet sent */
    GS_ROW_ROOM = 12,
    GS_TLP = 16 + TNW_PAYLOAD,
    GS_DESCS = 32,
};

enum gs_op_kind { GS_WRITE, GS_READ, GS_ANSWER, GS_UR, GS_CPL };

struct gs_op {
    enum gs_op_kind kind;
    uint16_t addr;
    uint32_t data;
    struct tn_tnw_pi_tlp tlp; /* the request that an answer answers, or the completion */
};

struct gs_tlp {
    uint8_t byte[GS_TLP];
    uint8_t len, header;
    enum tn_tlp_class of;
    bool whole, write, note;
    uint32_t behind;   /* of a read: the number of the first TLP in the row that may leave after the read */
    uint64_t at, from; /* the cycle of the first beat on m_wr, and the cycle from which the TLP is shown */
    uint8_t link, slot;
};

enum gs_state { GS_FREE, GS_ASKED, GS_OVER, GS_LOST };

struct gs_slot {
    enum gs_state state;
    uint32_t desc; /* the descriptor's number */
    uint32_t pos, len, got, good;
    bool poisoned;
    uint64_t at; /* the cycle in which the MRd left; 0: not yet */
    uint8_t data[TN_TNW_GET_READ];
};

struct gs_engine {
    struct tnw_get_regs regs;
    struct tnw_get_desc desc[GS_DESCS];
    uint32_t in, out;
    uint32_t aborted; /* descriptors with a number below this were ended by ABORT */
    struct gs_slot slot[TN_TNW_GET_SLOTS_MAX];
    uint32_t asked, injected;
    uint8_t cause;
    bool notified;   /* a bug has sent the notification already */
    unsigned noted;  /* notifications in the row whose first beat was not accepted */
    unsigned waited; /* cycles that an aborted descriptor has waited for its notification's place alone */
};

struct tn_tnw_get_player {
    struct tn_tnw_pi_params par;
    enum tn_tnw_get_bug bug;
    bool used; /* a bug that strikes once has struck */
    bool late;
    uint64_t t;
    uint16_t rid;
    struct tn_tnw_pi_out out, next;
    uint8_t tlp[TN_TLP_MAX];
    size_t tlp_len;
    struct gs_op op[GS_OPS];
    uint32_t op_in, op_out;
    uint32_t data[16];        /* DWs of the answer that is being read */
    unsigned data_n, reading; /* data_n: DWs that are there; reading: cycles since reg_rd was set */
    struct gs_engine engine[TNW_LINKS];
    uint32_t cpl_tmo, count[TN_TNW_GET_COUNTS];

    struct gs_tlp row[GS_ROW], np[GS_ROW];
    uint32_t row_in, row_out, np_in, np_out;
    uint32_t filled;           /* the number of the TLP in the row that gets the next beat of m_wr */
    const struct gs_tlp *sent; /* the TLP that m_tlp shows */
    bool sent_np;
    unsigned passed;  /* TLPs that left since the last read */
    unsigned sent_at; /* bytes of the shown TLP that were accepted */
    struct gs_tlp copy;
    uint64_t gap;

    bool item_on;
    unsigned item_link, item_beat, turn, apart;
    struct tn_tnw_item item;
};

static inline bool gs_has(const struct tn_tnw_get_player *s, enum tn_tnw_get_bug bug)
{
    return s->bug == bug;
}
/* Says whether this bug strikes now; a bug that strikes once never does so again. */
static inline bool gs_strikes(struct tn_tnw_get_player *s, enum tn_tnw_get_bug bug)
{
    if (s->bug != bug || s->used)
        return false;
    s->used = true;
    return true;
}
static inline unsigned gs_slots(const struct tn_tnw_get_player *s)
{
    return 1u << s->par.tag_log2;
}
static inline const struct tnw_get_desc *gs_in_work(const struct gs_engine *e)
{
    return e->in == e->out ? NULL : &e->desc[e->out % GS_DESCS];
}

/* Says whether ABORT ended the descriptor in work, which makes no read and no item any more. */
static inline bool gs_is_aborted(const struct gs_engine *e)
{
    return e->in != e->out && (int32_t)(e->aborted - e->out) > 0;
}

/* get_player_out.c: the first three append an answer, a link's notification or a read to the TLPs
 * that were made; tnw_gs_out() plays a cycle of m_wr and m_tlp. */
void tnw_gs_answer(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len);
void tnw_gs_note(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len, unsigned link);
void tnw_gs_read(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len, unsigned link,
                 unsigned slot);
void tnw_gs_out(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in);
/* Writes the header and the payload (len bytes) of a memory write to out. Returns the number of
 * bytes. */
size_t tnw_gs_write_tlp(const struct tn_tnw_get_player *s, uint64_t addr, const uint8_t *data,
                        unsigned len, uint8_t out[GS_TLP]);
/* get_player_engine.c: tnw_gs_engines() plays a cycle of the engines' reads; tnw_gs_completion()
 * takes a completion. */
void tnw_gs_engines(struct tn_tnw_get_player *s);
void tnw_gs_completion(struct tn_tnw_get_player *s, const struct tn_tnw_pi_tlp *c);
/* get_player_item.c: plays a cycle of the items, and ends descriptors. */
void tnw_gs_items(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in);

#endif
