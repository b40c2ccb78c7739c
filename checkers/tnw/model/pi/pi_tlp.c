/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface: what becomes of a TLP from the host, and its answer
 * (checkers/tnw/spec/tnw_pi.md section 2).
 */
#include <tn/tnw/tnw_pi.h>

#include <tn/bug.h>

#include <string.h>

enum {
    PAGE = 4096,
    BURST = 64,
    READ_DWS = 16,
    WINDOWS_LOG2 = 6
}; /* 2^WINDOWS_LOG2: with links 6 and 7 */

static bool is_memory(enum tn_tlp_kind k)
{
    return k == TN_TLP_MRD || k == TN_TLP_MRDLK || k == TN_TLP_MWR;
}

static bool is_io_or_cfg(enum tn_tlp_kind k)
{
    return k >= TN_TLP_IORD && k <= TN_TLP_CFGWR1;
}

/* PCIe 3.0 2.2.5. */
static bool enables_are_right(const struct tn_tlp *t)
{
    const bool quad = t->length_dw == 2 && t->addr % 8 == 0;
    if (t->length_dw == 1)
        return t->last_be == 0;
    if (!t->first_be || !t->last_be)
        return false;
    if (quad)
        return true;
    /* without a gap up to the DW's end, and from its beginning on */
    const uint8_t from_low = (uint8_t)(t->last_be + 1);
    const uint8_t to_high = (uint8_t)((~t->first_be & 15) + 1);
    return !(from_low & t->last_be) && !(to_high & ~t->first_be & 15);
}

static bool is_malformed(const struct tn_tlp *t)
{
    if (t->err || t->prefix_n || t->kind == TN_TLP_INVALID)
        return true;
    if (tn_tlp_has_data(t->kind) && t->length_dw > TN_TNW_PI_PAYLOAD / 4)
        return true;
    if (is_memory(t->kind) && t->addr % PAGE + 4u * t->length_dw > PAGE)
        return true;
    return (is_memory(t->kind) || is_io_or_cfg(t->kind)) && !enables_are_right(t);
}

static bool all_enabled(const struct tn_tlp *t)
{
    return t->first_be == 15 && t->last_be == (t->length_dw > 1 ? 15 : 0);
}

static bool is_one_burst(const struct tn_tlp *t)
{
    return t->length_dw <= READ_DWS && t->addr % BURST + 4u * t->length_dw <= BURST;
}

static bool is_in(uint64_t bar, uint64_t bytes, const struct tn_tlp *t, uint64_t *at)
{
    *at = t->addr - bar;
    return *at < bytes && *at + 4u * t->length_dw <= bytes;
}

/* Of an MRd or MWr that is well formed. */
static enum tn_tnw_pi_cause of_memory(const struct tn_tnw_pi_params *p, uint64_t bar0,
                                      uint64_t bar2, struct tn_tnw_pi_tlp *o)
{
    const struct tn_tlp *t = &o->t;
    const bool write = t->kind == TN_TLP_MWR;
    bool in_bar2 = false;
    o->in_bar0 = is_in(bar0, TN_TNW_PI_BAR0, t, &o->at);
    if (!o->in_bar0)
        in_bar2 = is_in(bar2, 1ull << (tn_tnw_pi_window_log2(p) + WINDOWS_LOG2), t, &o->at);
    const uint64_t window = o->at >> tn_tnw_pi_window_log2(p);
    if (in_bar2 && write && window < TN_TNW_PI_WINDOWS)
        o->window = (int)window;
    if (write && t->ep)
        return TN_TNW_PI_EP;
    if (!o->in_bar0 && !in_bar2)
        return TN_TNW_PI_NOBAR;
    if (o->in_bar0 && write)
        return all_enabled(t) && is_one_burst(t) ? TN_TNW_PI_FINE : TN_TNW_PI_REG;
    if (!write)
        return o->in_bar0 && is_one_burst(t) ? TN_TNW_PI_FINE : TN_TNW_PI_REGRD;
    return all_enabled(t) && t->length_dw % 4 == 0 && o->at % TN_TNW_PI_BEAT == 0 && o->window >= 0
               ? TN_TNW_PI_FINE
               : TN_TNW_PI_PPUT;
}

void tn_tnw_pi_judge(const struct tn_tnw_pi_params *p, uint64_t bar0, uint64_t bar2,
                     const uint8_t *bytes, size_t len, struct tn_tnw_pi_tlp *out)
{
    *out = (struct tn_tnw_pi_tlp){.window = -1};
    tn_tlp_decode(bytes, len, len, &out->t);
    const enum tn_tlp_kind kind = out->t.kind;
    if (out->t.th && (kind == TN_TLP_MRD || kind == TN_TLP_MRDLK)) {
        out->t.first_be = 15; /* a steering tag stands there */
        out->t.last_be = out->t.length_dw > 1 ? 15 : 0;
    }
    if (is_malformed(&out->t)) {
        out->cause = TN_TNW_PI_MALF;
        return;
    }
    if (tn_tlp_has_data(kind)) {
        memcpy(out->payload, bytes + out->t.payload_off, out->t.payload_len);
        out->dws = out->t.length_dw;
    }
    if (kind == TN_TLP_CPL || kind == TN_TLP_CPLD) {
        out->cause = TN_TNW_PI_CPL;
        return;
    }
    out->answered = tn_tlp_class(kind) == TN_CLASS_NP;
    out->cause =
        kind == TN_TLP_MRD || kind == TN_TLP_MWR ? of_memory(p, bar0, bar2, out) : TN_TNW_PI_UNSUP;
}

/* PCIe 3.0 2.2.9: what the completion says of the bytes. */
static void count_bytes(const struct tn_tlp *t, struct tn_tlp *cpl)
{
    cpl->byte_count = 4;
    if (t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK) {
        cpl->byte_count = (uint16_t)tn_tlp_bytes_asked(t->length_dw, t->first_be, t->last_be);
        cpl->lower_addr = (uint8_t)((t->addr | tn_tlp_first_byte(t->first_be)) & 127);
    } else if (!is_io_or_cfg(t->kind)) {
        cpl->byte_count = (uint16_t)(4u * t->length_dw / (t->kind == TN_TLP_CAS ? 2 : 1));
    }
}

size_t tn_tnw_pi_answer(const struct tn_tnw_pi_tlp *req, uint16_t rid, const uint32_t *data,
                        uint8_t out[TN_TNW_PI_ANSWER])
{
    struct tn_tlp cpl = {.tc = req->t.tc,
                         .attr = req->t.attr,
                         .length_dw = data ? req->t.length_dw : 1024,
                         .completer = rid,
                         .status = data ? TN_CPL_SC : TN_CPL_UR,
                         .requester = req->t.requester,
                         .tag = req->t.tag};
    uint8_t payload[4 * READ_DWS];
    const unsigned dws = data ? req->t.length_dw : 0;
    tn_require(dws <= READ_DWS);
    for (unsigned i = 0; i < 4 * dws; i++)
        payload[i] = (uint8_t)(data[i / 4] >> 8 * (i % 4));
    tn_tlp_set_kind(&cpl, data ? TN_TLP_CPLD : TN_TLP_CPL, 0);
    count_bytes(&req->t, &cpl);
    const long n = tn_tlp_encode(&cpl, payload, 4 * dws, out, TN_TNW_PI_ANSWER);
    tn_require(n > 0);
    return (size_t)n;
}
