/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A cz_dll that a test plays by hand at the judge's pins. Two models make the frames: `near` is the
 * DUT without time, `far` the other end. What the test leaves out or changes is the DUT's fault.
 */
#ifndef CZ_DLL_FIXTURE_H
#define CZ_DLL_FIXTURE_H

#include "../../unit/first_verdict.h"

#include <tn/czodiac/cz_dll_judge.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LAG = TN_CZ_DLL_LAG, P = TN_CLASS_P, NP = TN_CLASS_NP, CPL = TN_CLASS_CPL, TLP_LEN = 16 };

struct end {
    struct tn_cz_dll_judge *judge;
    struct tn_cz_dll *near, *far;
    struct first_verdict judged;
    struct tn_cz_dll_pins p; /* of the next cycle */
    uint64_t cycle;
    unsigned errors; /* obs_err of the next cycle */
    bool mute;       /* the DUT reports no error */
    bool no_offer;   /* s_tlp_ok stays as the test sets it */
};

static inline void step(struct end *e)
{
    e->p.dl_active = e->near->state == TN_CZ_ACTIVE;
    if (!e->no_offer)
        e->p.s_tlp_ok = (uint8_t)tn_cz_dll_ok(e->near);
    e->p.obs_err = e->mute ? 0 : (uint8_t)e->errors;
    e->p.retrain = e->errors & TN_CZ_ROLLOVER && !e->mute;
    e->errors = 0;
    tn_cz_dll_judge_cycle(e->judge, &e->p, e->cycle++);
    e->p.m_frm.valid = e->p.s_frm.valid = e->p.m_tlp.valid = e->p.s_tlp.valid = false;
    e->p.reg_wr = e->p.reg_rd = false;
    e->p.s_frm_err = e->p.s_frm_edb = e->p.m_frm_edb = e->p.s_tlp_abort = false;
}

static inline void idle(struct end *e, unsigned n)
{
    while (n--)
        step(e);
}

/* Makes beat number i of len bytes. */
static inline struct tn_stream_beat beat(const uint8_t *p, size_t len, size_t i)
{
    struct tn_stream_beat b = {.valid = true, .last = len <= 16 * (i + 1)};
    const size_t n = b.last ? len - 16 * i : 16;
    memcpy(b.data, p + 16 * i, n);
    b.keep = (uint8_t)((1u << n / 4) - 1);
    return b;
}

/* A frame comes from the wire; the model of the DUT takes it, too. */
static inline struct tn_cz_dll_seen came(struct end *e, const struct tn_cz_frame *f)
{
    for (size_t i = 0; 16 * i < f->len; i++) {
        e->p.s_frm = beat(f->bytes, f->len, i);
        e->p.s_frm_dllp = f->dllp;
        e->p.s_frm_edb = e->p.s_frm.last && f->edb;
        e->p.s_frm_err = e->p.s_frm.last && f->err;
        step(e);
    }
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(e->near, f);
    e->errors |= s.errors & ~(unsigned)TN_CZ_ROLLOVER;
    return s;
}

/* The DUT sends a frame; the far end does not see it. */
static inline void leaves(struct end *e, const struct tn_cz_frame *f)
{
    for (size_t i = 0; 16 * i < f->len; i++) {
        e->p.m_frm = beat(f->bytes, f->len, i);
        e->p.m_frm_dllp = f->dllp;
        e->p.m_frm_edb = e->p.m_frm.last && f->edb;
        step(e);
    }
}

/* The DUT sends a DLLP with its model's values; returns the frame. */
static inline struct tn_cz_frame says(struct end *e, enum tn_dllp_kind kind, unsigned cls)
{
    struct tn_cz_frame f;
    tn_cz_dll_dllp(e->near, kind, cls, &f);
    leaves(e, &f);
    return f;
}

/* A TLP of 4 DWs (P, CPL) or 3 (NP), told from others by its tag. Returns its bytes. */
static inline size_t tlp(unsigned cls, uint8_t tag, uint8_t p[TLP_LEN])
{
    static const uint8_t head[3] = {0x40, 0x00, 0x4a};
    memset(p, 0, TLP_LEN);
    p[0] = head[cls];
    p[3] = 1;
    p[cls == CPL ? 10 : 6] = tag;
    p[cls == CPL ? 7 : 11] = 4;
    return cls == NP ? 12 : TLP_LEN;
}

/* The source gives the DUT a TLP. */
static inline void given(struct end *e, unsigned cls, uint8_t tag, bool abort)
{
    uint8_t p[TLP_LEN];
    const size_t len = tlp(cls, tag, p);
    e->p.s_tlp = beat(p, len, 0);
    e->p.s_tlp_abort = abort;
    step(e);
    if (!abort)
        tn_cz_dll_send(e->near, p, len);
}

/* The DUT sends the next TLP of its model; returns the frame. */
static inline struct tn_cz_frame sends(struct end *e)
{
    struct tn_cz_frame f;
    assert_true(tn_cz_dll_next_frame(e->near, &f));
    leaves(e, &f);
    return f;
}

/* The far end makes a frame with a TLP. */
static inline struct tn_cz_frame far_tlp(struct end *e, unsigned cls, uint8_t tag)
{
    uint8_t p[TLP_LEN];
    struct tn_cz_frame f;
    const size_t len = tlp(cls, tag, p);
    tn_cz_dll_send(e->far, p, len);
    assert_true(tn_cz_dll_next_frame(e->far, &f));
    return f;
}

/* The far end makes an Ack, a Nak of a number. */
static inline struct tn_cz_frame far_ack(enum tn_dllp_kind kind, unsigned seq)
{
    struct tn_cz_frame f = {.dllp = true, .len = 8};
    const struct tn_dllp d = {.kind = kind, .seq = (uint16_t)seq};
    tn_dllp_encode(&d, f.bytes);
    return f;
}

/* A flow control DLLP. */
static inline struct tn_cz_frame credit(enum tn_dllp_kind kind, unsigned cls, unsigned hdr,
                                        unsigned data)
{
    struct tn_cz_frame f = {.dllp = true, .len = 8};
    const struct tn_dllp d = {
        .kind = kind, .fc_class = (uint8_t)cls, .hdr_fc = (uint8_t)hdr, .data_fc = (uint16_t)data};
    tn_dllp_encode(&d, f.bytes);
    return f;
}

/* The DUT delivers a TLP. */
static inline void goes_up(struct end *e, unsigned cls, uint8_t tag)
{
    uint8_t p[TLP_LEN];
    const size_t len = tlp(cls, tag, p);
    e->p.m_tlp = beat(p, len, 0);
    step(e);
    if (e->near->state != TN_CZ_INACTIVE)
        tn_cz_dll_freed(e->near, cls, cls != NP);
}

static inline void reset(struct end *e)
{
    e->p = (struct tn_cz_dll_pins){
        .rst = true, .m_frm_ready = true, .m_tlp_ready = true, .s_tlp_ready = true, .m_tlp_ok = 7};
    idle(e, 2);
    e->p.rst = false;
}

/* Both ends come up; the DUT sends InitFC1 and InitFC2 of all classes. */
static inline void init1(struct end *e)
{
    e->p.dl_up = true;
    tn_cz_dll_up(e->near);
    tn_cz_dll_up(e->far);
    step(e);
    for (unsigned c = 0; c < 3; c++) {
        const struct tn_cz_frame f = says(e, TN_DLLP_INITFC1, c);
        tn_cz_dll_receive(e->far, &f);
    }
    for (unsigned c = 0; c < 3; c++) {
        struct tn_cz_frame f;
        tn_cz_dll_dllp(e->far, TN_DLLP_INITFC1, c, &f);
        came(e, &f);
    }
}

static inline void init2(struct end *e)
{
    for (unsigned c = 0; c < 3; c++) {
        const struct tn_cz_frame f = says(e, TN_DLLP_INITFC2, c);
        tn_cz_dll_receive(e->far, &f);
    }
    tn_cz_dll_round(e->near);
    for (unsigned c = 0; c < 3; c++) {
        struct tn_cz_frame f;
        tn_cz_dll_dllp(e->far, TN_DLLP_INITFC2, c, &f);
        came(e, &f);
    }
    tn_cz_dll_round(e->far);
}

static inline struct end *end_new(void)
{
    static const struct tn_cz_dll_params near = {128, 4, 10, 11, {4, 4, 0}, {16, 4, 0}};
    static const struct tn_cz_dll_params far = {128, 4, 12, 11, {64, 64, 0}, {256, 64, 0}};
    struct end *e = calloc(1, sizeof *e);
    assert_non_null(e);
    e->near = tn_cz_dll_new(&near);
    e->far = tn_cz_dll_new(&far);
    e->judge = tn_cz_dll_judge_new(&near, first_verdict, &e->judged);
    reset(e);
    return e;
}

static inline void end_free(struct end *e)
{
    tn_cz_dll_free(e->near);
    tn_cz_dll_free(e->far);
    tn_cz_dll_judge_free(e->judge);
    free(e);
}

#endif
