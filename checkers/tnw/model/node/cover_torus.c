/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_torus.def what passes at the hosts and on the lines falls into.
 */
#include <tn/tnw/tnw_node_cover.h>
#include <tn/tnw/tnw_get.h>

#include <string.h>

enum { CREDIT, DESCRIPTOR, WINDOW, NEXT };
enum {
    IDENTITY, OTHER_PI, LINK_STATUS, OTHER_LINK, CREDITS, OTHER_RCV, DONE, OTHER_WINDOW, ENGINE_STATUS, OTHER_ENGINE,
    UNLISTED
};
enum { DATA, START, SET, DATA_HURT, SET_HURT, IDLE_HURT, ANOTHER_HURT, NO_BIN };
/* Blocks in BAR0 (tnw_nwp.md 5), and a link's STATUS (tnw_link.md). */
enum { AT_LINKS = 0x1000, PER_LINK = 0x400, LINK_REGS = 0xe0, STATUS = 0x0c, AT_RCV = 0x4000, AT_PUT = 0x6000 };

#define COVER_DEF "../tnw/model/node/cover_torus.def"
#include "../../../base/cover_plan.h"
const struct tn_cover_plan tn_tnw_torus_cover_plan = COVER_PLAN;

struct tn_tnw_torus_cover {
    struct tn_cover *counts;
};

struct tn_tnw_torus_cover *tn_tnw_torus_cover_new(void)
{
    return tn_cover_state_new(&tn_tnw_torus_cover_plan, sizeof(struct tn_tnw_torus_cover));
}

static unsigned which(unsigned addr)
{
    const unsigned link = (addr - AT_LINKS) % PER_LINK, rcv = addr - AT_RCV;
    if (addr < AT_LINKS)
        return addr <= TN_TNW_PI_R_PARAMS ? IDENTITY : addr < TN_TNW_PI_R_GET_END ? OTHER_PI : UNLISTED;
    if (addr < AT_LINKS + TNW_LINKS * PER_LINK)
        return link == STATUS ? LINK_STATUS : link < LINK_REGS ? OTHER_LINK : UNLISTED;
    if (addr >= AT_RCV && rcv < TN_TNW_RCV_COUNTERS_END)
        return rcv >= TN_TNW_RCV_COUNTERS                              ? OTHER_RCV
               : rcv % TN_TNW_RCV_WINDOW == TN_TNW_RCV_CREDITS         ? CREDITS
               : rcv % TN_TNW_RCV_WINDOW <= TN_TNW_RCV_PROGRESS        ? OTHER_RCV
                                                                       : UNLISTED;
    if (addr >= AT_PUT && addr < TN_TNW_PI_R_PUT_END)
        return addr % TN_TNW_PI_WINDOW == TN_TNW_PI_DONE  ? DONE
               : addr % TN_TNW_PI_WINDOW < TN_TNW_PI_DONE ? OTHER_WINDOW
                                                          : UNLISTED;
    if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END)
        return addr % TN_TNW_GET_ENGINE == TN_TNW_GET_STATUS      ? ENGINE_STATUS
               : addr % TN_TNW_GET_ENGINE <= TN_TNW_GET_FREE_TAGS ? OTHER_ENGINE
                                                                  : UNLISTED;
    return UNLISTED;
}

/* A DW written to BAR0: what of the library's it is. */
static void act(struct tn_tnw_torus_cover *c, unsigned addr)
{
    const unsigned rcv = addr - AT_RCV, put = addr - AT_PUT, get = addr - TN_TNW_PI_R_NGET;
    if (addr >= AT_RCV && rcv < TN_TNW_RCV_COUNTERS && rcv % TN_TNW_RCV_WINDOW == TN_TNW_RCV_NOTIFY_HI)
        HIT(c, SOFTWARE, CREDIT, rcv / (TN_TNW_RCV_WINDOW * TNW_VCS));
    if (addr >= AT_PUT && addr < TN_TNW_PI_R_PUT_END && put % TN_TNW_PI_WINDOW == TN_TNW_PI_NEXT)
        HIT(c, SOFTWARE, NEXT, put / (TN_TNW_PI_WINDOW * TNW_VCS));
    if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END && get % TN_TNW_GET_ENGINE == TN_TNW_GET_NOTIFY_HI)
        HIT(c, SOFTWARE, DESCRIPTOR, get / TN_TNW_GET_ENGINE);
}

void tn_tnw_torus_cover_to(struct tn_tnw_torus_cover *c, const struct tn_tnw_pi_params *par, uint64_t bar0,
                           uint64_t bar2, const uint8_t *bytes, size_t len)
{
    static struct tn_tnw_pi_tlp k;
    tn_tnw_pi_judge(par, bar0, bar2, bytes, len, &k);
    if (k.cause != TN_TNW_PI_FINE)
        return;
    if (!k.in_bar0) {
        if (k.window >= 0)
            HIT(c, SOFTWARE, WINDOW, (unsigned)k.window / TNW_VCS);
        return;
    }
    for (unsigned i = 0; i < k.t.length_dw; i++) {
        HIT(c, REGISTER, which((unsigned)k.at + 4 * i), k.t.kind == TN_TLP_MRD);
        if (k.t.kind == TN_TLP_MWR)
            act(c, (unsigned)k.at + 4 * i);
    }
}

void tn_tnw_torus_cover_from(struct tn_tnw_torus_cover *c, const uint8_t *bytes, size_t len)
{
    struct tn_tlp t;
    struct tnw_note n;
    if (tn_tlp_decode(bytes, len, len, &t) || t.kind != TN_TLP_MWR || t.payload_len != TNW_NOTE)
        return;
    tnw_note_decode(bytes + t.payload_off, &n);
    if (n.kind > 1 || n.link >= TNW_LINKS)
        return;
    HIT(c, NOTE, n.kind, n.link);
    HIT(c, END, n.kind, n.cause != 0);
    HIT(c, LENGTH, n.kind, n.bytes > TNW_PAYLOAD);
}

void tn_tnw_torus_cover_word(struct tn_tnw_torus_cover *c, struct tnw_word w, bool hurt)
{
    const enum tnw_class kind = tnw_classify(w);
    const unsigned code = tnw_ctl_decode(w.data).code;
    static const unsigned bin[2][TNW_CLASSES] = {{DATA, START, SET, NO_BIN, NO_BIN},
                                                 {DATA_HURT, NO_BIN, SET_HURT, IDLE_HURT, ANOTHER_HURT}};
    if (bin[hurt][kind] != NO_BIN)
        HIT(c, LINE, bin[hurt][kind]);
    if (!hurt && (kind == TNW_START || kind == TNW_SET) && code <= TNW_READY)
        HIT(c, CONTROL, code);
}

void tn_tnw_torus_cover_take(struct tn_tnw_torus_cover *c, unsigned id, bool fit)
{
    HIT(c, MATCHED, !fit);
    if (id < TN_TNW_RCV_IDS)
        HIT(c, TAKEN, id / TNW_VCS);
}

void tn_tnw_torus_cover_error(struct tn_tnw_torus_cover *c, enum tn_tnw_torus_error what)
{
    HIT(c, ERROR, what);
}
