/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptors of the UltraScale+ hard block's streams as TLPs.
 */
#include "us.h"

/* Request types, by number. */
static const enum tn_tlp_kind kinds[16] = {
    TN_TLP_MRD, TN_TLP_MWR,   TN_TLP_IORD,   TN_TLP_IOWR,   TN_TLP_FETCHADD, TN_TLP_SWAP,
    TN_TLP_CAS, TN_TLP_MRDLK, TN_TLP_CFGRD0, TN_TLP_CFGRD1, TN_TLP_CFGWR0,   TN_TLP_CFGWR1,
    TN_TLP_MSG, TN_TLP_MSG,   TN_TLP_MSG,    TN_TLP_INVALID};
enum { VENDOR_MESSAGE = 13 };

static bool is_message(enum tn_tlp_kind kind)
{
    return kind == TN_TLP_MSG || kind == TN_TLP_MSGD;
}

/* I/O and configuration requests have headers of 3 DWs. */
static bool is_short(enum tn_tlp_kind kind)
{
    return kind >= TN_TLP_IORD && kind <= TN_TLP_CFGWR1;
}

static bool is_config(enum tn_tlp_kind kind)
{
    return kind >= TN_TLP_CFGRD0 && kind <= TN_TLP_CFGWR1;
}

/* A message: code and routing stand where other requests have the target function and the BAR. */
static void message(const struct tn_us_packet *p, struct tn_tlp *t, unsigned type)
{
    uint32_t low = (uint32_t)tn_us_field(p, 31, 0), high = (uint32_t)tn_us_field(p, 63, 32);
    t->msg_code = (uint8_t)tn_us_field(p, 111, 104);
    t->msg_route = (uint8_t)tn_us_field(p, 114, 112);
    t->msg_dw2 = type == VENDOR_MESSAGE ? low << 16 | low >> 16 : low;
    t->msg_dw3 = high;
    if (t->msg_route == 2)
        t->dest_id = (uint16_t)(t->msg_dw2 >> 16);
}

bool tn_us_request(const struct tn_us_packet *p, bool rq, struct tn_tlp *t)
{
    unsigned type = (unsigned)tn_us_field(p, 78, 75), count = (unsigned)tn_us_field(p, 74, 64);
    enum tn_tlp_kind kind = kinds[type];
    uint64_t addr = tn_us_field(p, 63, 2) << 2;
    *t = (struct tn_tlp){0};
    if (kind == TN_TLP_MSG && count)
        kind = TN_TLP_MSGD;
    if (kind == TN_TLP_INVALID || p->n < 4)
        return false;
    tn_tlp_set_kind(t, kind, is_message(kind) || (addr >> 32 && !is_short(kind)));
    t->at = (uint8_t)tn_us_field(p, 1, 0);
    t->length_dw = (uint16_t)(count == 0 || count > 1024 ? 1024 : count);
    t->ep = rq && tn_us_field(p, 79, 79);
    t->requester = (uint16_t)tn_us_field(p, 95, 80);
    t->tag = (uint8_t)tn_us_field(p, 103, 96);
    t->tc = (uint8_t)tn_us_field(p, 123, 121);
    t->attr = (uint8_t)tn_us_field(p, 126, 124);
    t->first_be = p->first_be;
    t->last_be = p->last_be;
    if (is_message(kind)) {
        message(p, t, type);
        t->first_be = t->last_be = 0;
    } else if (is_config(kind)) {
        t->dest_id = (uint16_t)tn_us_field(p, 119, 104);
        t->reg = (uint16_t)(addr & 0xfff);
    } else {
        t->addr = is_short(kind) ? addr & 0xffffffffu : addr;
    }
    return true;
}

bool tn_us_completion(const struct tn_us_packet *p, bool rc, struct tn_tlp *t)
{
    unsigned count = (unsigned)tn_us_field(p, 42, 32), bytes = (unsigned)tn_us_field(p, 28, 16);
    bool locked = tn_us_field(p, 29, 29);
    *t = (struct tn_tlp){0};
    if (p->n < 3)
        return false;
    tn_tlp_set_kind(t,
                    count    ? locked ? TN_TLP_CPLDLK : TN_TLP_CPLD
                    : locked ? TN_TLP_CPLLK
                             : TN_TLP_CPL,
                    0);
    t->at = rc ? 0 : (uint8_t)tn_us_field(p, 9, 8);
    t->lower_addr = (uint8_t)tn_us_field(p, 6, 0);
    t->byte_count =
        (uint16_t)(bytes == 0 || bytes > 4096 ? 4096
                                              : bytes); /* the TLP's field has 12 bits: 0 is 4096 */
    t->length_dw = (uint16_t)(count == 0 || count > 1024 ? 1024 : count);
    t->status = (uint8_t)tn_us_field(p, 45, 43);
    t->ep = (uint8_t)tn_us_field(p, 46, 46);
    t->requester = (uint16_t)tn_us_field(p, 63, 48);
    t->tag = (uint8_t)tn_us_field(p, 71, 64);
    t->completer = (uint16_t)tn_us_field(p, 87, 72);
    t->tc = (uint8_t)tn_us_field(p, 91, 89);
    t->attr = (uint8_t)tn_us_field(p, 94, 92);
    return true;
}

uint32_t tn_us_length(const struct tn_us_packet *p, enum tn_us_stream stream)
{
    unsigned type = (unsigned)tn_us_field(p, 78, 75);
    bool data = (0x7c7a >> type) & 1; /* writes, atomic operations, messages */
    if (stream == TN_US_CC || stream == TN_US_RC)
        return 3 + (uint32_t)tn_us_field(p, 42, 32);
    return 4 + (data ? (uint32_t)tn_us_field(p, 74, 64) : 0);
}
