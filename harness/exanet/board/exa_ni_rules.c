/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The maps of the three blocks, as far as rules go by them.
 */
#include "exa_ni_rules.h"

#include <stddef.h>

static const char *const causes[TN_EXN_CAUSES] = {
    NULL,         "EXN-CSE-1",  "EXN-CSE-2",  "EXN-CSE-3",  "EXN-CSE-4",  "EXN-CSE-5",
    "EXN-CSE-6",  "EXN-CSE-7",  "EXN-CSE-8",  "EXN-CSE-9",  "EXN-CSE-10", "EXN-CSE-11",
    "EXN-CSE-12", "EXN-CSE-13", "EXN-CSE-14", "EXN-CSE-15",
};

/* exa_packetizer.md section 2, STATUS */
enum state { IDLE, BUSY, ACKED, NACKED, TIMED_OUT, REFUSED, STATES };

static const char *rule_of_status(uint32_t want, uint32_t found)
{
    static const char *const of_state[STATES] = {
        [IDLE] = "EXP-BIND-2",  [BUSY] = "EXP-CH-3",       [ACKED] = "EXP-ACK-2",
        [NACKED] = "EXP-ACK-3", [TIMED_OUT] = "EXP-TMO-1", [REFUSED] = "EXP-REF-1"};
    const uint32_t wrong = want ^ found;
    const unsigned w = want & 15, f = found & 15;
    if (wrong & 15 && (w == REFUSED || f == REFUSED))
        return of_state[REFUSED];
    if (wrong & 15 && w == BUSY && f < STATES)
        return f == IDLE ? of_state[BUSY] : of_state[f]; /* ended so, too early */
    if (wrong & 15 || !wrong)
        return w < STATES ? of_state[w] : of_state[BUSY];
    if (wrong & 0x01ff0000)
        return "EXP-NUM-1";
    return wrong & 0xf0 ? "EXP-ACK-4" : "EXP-CH-3";
}

static const char *rule_of_packetizer(uint32_t page, uint32_t off, uint32_t want, uint32_t found)
{
    if (page == EXN_KERNEL_PAGE) {
        if (off < 0x400)
            return "EXP-BIND-1";
        switch (off) {
        case 0x488:
            return "EXP-ACK-2";
        case 0x48c:
            return "EXP-ACK-3";
        case 0x490:
            return "EXP-TMO-1";
        case 0x494:
            return "EXP-REF-1";
        case 0x410:
        case 0x414:
        case 0x480:
        case 0x484:
            return "EXP-CNT-1";
        default:
            return "AXS-ACC-1";
        }
    }
    if (off < 0x40)
        return "EXP-CH-1";
    if (off < 0x4c)
        return "EXP-CH-2";
    return off == 0x50 ? rule_of_status(want, found) : off == 0x54 ? "EXP-BIND-3" : "AXS-ACC-1";
}

static const char *rule_of_mailbox(uint32_t page, uint32_t off, uint32_t want, uint32_t found)
{
    if (page == EXN_KERNEL_PAGE) {
        if (off < 0x400)
            return "EXM-BIND-1";
        return off == 0x410 || off == 0x414 || off == 0x480 ? "EXM-CNT-1" : "AXS-ACC-1";
    }
    if (off < 0x40)
        return "EXM-RD-1";
    switch (off) {
    case 0x40:
        return want == found || (want ^ found) >> 31 ? "EXM-ORD-2" : "EXM-RD-2";
    case 0x44:
    case 0x48:
        return "EXM-ORD-1";
    case 0x4c:
        return "EXM-ORD-2";
    case 0x54:
        return "EXM-BIND-1";
    default:
        return "AXS-ACC-1";
    }
}

static const char *rule_of_rt_mailbox(uint32_t page, uint32_t off, uint32_t wrong, unsigned pos)
{
    if (page == 0)
        return wrong == 0 || wrong == 1u << 31 ? "EXR-RD-2" : "EXR-RD-1";
    if (page == 1)
        return pos >= 6 ? "EXR-PDID-1" : "EXR-RD-3";
    switch (off) {
    case 0x410:
    case 0x488:
        return "EXR-TWO-1";
    case 0x480:
    case 0x484:
        return "EXR-CNT-1";
    default:
        return "AXS-ACC-1";
    }
}

const char *tn_exn_rule_of_word(uint32_t id, uint32_t addr, uint32_t want, uint32_t found,
                                unsigned pos)
{
    const uint32_t page = addr / TN_AXS_PAGE, off = addr % TN_AXS_PAGE & ~3u;
    if (page == EXN_KERNEL_PAGE && off > 0x440 && off < 0x480)
        return causes[(off - 0x440) / 4];
    if (page == EXN_KERNEL_PAGE &&
        (off == 0x400 || off == 0x404 || off == 0x408 || off == 0x41c || off == 0x440))
        return "EXN-CNT-1";
    switch (id) {
    case EXN_ID_PACKETIZER:
        return rule_of_packetizer(page, off, want, found);
    case EXN_ID_MAILBOX:
        return rule_of_mailbox(page, off, want, found);
    default:
        return rule_of_rt_mailbox(page, off, want ^ found, pos);
    }
}

const char *const *tn_exn_rules_beside(uint32_t id, uint32_t addr)
{
    static const char *const nothing[] = {NULL}, *const status[] = {"EXP-CH-3", "EXP-NUM-1",
                                                                    "EXP-ACK-4", NULL};
    static const char *const info[] = {"EXM-RD-2", NULL}, *const response[] = {"EXR-RD-1", NULL};
    const uint32_t page = addr / TN_AXS_PAGE, off = addr % TN_AXS_PAGE & ~3u;
    if (id == EXN_ID_PACKETIZER && page < EXN_KERNEL_PAGE && off == 0x50)
        return status;
    if (id == EXN_ID_MAILBOX && page < EXN_KERNEL_PAGE && off == 0x40)
        return info;
    return id == EXN_ID_RT_MAILBOX && page == 0 ? response : nothing;
}

/* The rule when type or page decide; else NULL. */
static const char *rule_of_response(enum tn_axs_burst_type type, enum tn_axs_resp want,
                                    enum tn_axs_resp found)
{
    if (want == TN_AXS_DECERR || found == TN_AXS_DECERR)
        return "AXS-ACC-2";
    return type == TN_AXS_RESERVED ? "AXS-BST-2" : NULL;
}

const char *tn_exn_rule_of_read_response(uint32_t id, uint32_t addr, enum tn_axs_burst_type type,
                                         enum tn_axs_resp want, enum tn_axs_resp found)
{
    const char *rule = rule_of_response(type, want, found);
    if (rule)
        return rule;
    return id == EXN_ID_RT_MAILBOX && addr / TN_AXS_PAGE < 2 ? "EXR-RD-4" : "AXS-ACC-4";
}

const char *tn_exn_rule_of_write_response(uint32_t id, const struct tn_axs_burst *b,
                                          enum tn_axs_resp want, enum tn_axs_resp found)
{
    const char *rule = rule_of_response(b->type, want, found);
    const uint32_t page = b->addr / TN_AXS_PAGE, off = b->addr % TN_AXS_PAGE;
    if (rule)
        return rule;
    if (b->beats > 1)
        return "AXS-ACC-3";
    if (id == EXN_ID_PACKETIZER && page < EXN_KERNEL_PAGE && off < 0x4c)
        return "EXP-CH-4";
    if (id == EXN_ID_PACKETIZER && page == EXN_KERNEL_PAGE && off < 0x400)
        return "EXP-BIND-1";
    if (id == EXN_ID_MAILBOX && page < EXN_KERNEL_PAGE && off >= 0x50 && off < 0x54)
        return "EXM-RD-3";
    return "AXS-ACC-4";
}

const char *tn_exn_rule_of_cause(uint32_t id, enum tn_exn_cause cause)
{
    static const char *const mailbox[] = {"EXM-TAKE-1", "EXM-TAKE-2", "EXM-TAKE-3", "EXM-TAKE-4"};
    if (id == EXN_ID_PACKETIZER && (cause == TN_EXN_DUP || cause == TN_EXN_TAKEN))
        return "EXP-ACK-5";
    if (id == EXN_ID_MAILBOX && cause >= TN_EXN_DECODE)
        return mailbox[cause - TN_EXN_DECODE];
    if (id == EXN_ID_RT_MAILBOX && cause == TN_EXN_DECODE)
        return "EXR-TAKE-1";
    if (id == EXN_ID_RT_MAILBOX && cause >= TN_EXN_FULL)
        return cause == TN_EXN_FULL ? "EXR-TAKE-2" : "EXR-TAKE-3";
    return causes[cause];
}
