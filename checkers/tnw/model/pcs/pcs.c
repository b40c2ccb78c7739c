/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tnw_pcs's receiver (tnw_link.md section 2): borders of each lane, symbols, lanes aligned.
 * Without any latency: what the bits up to now give.
 */
#include <tn/tnw/tnw_pcs.h>

#include <stdlib.h>
#include <string.h>

enum {
    LANES = 4,
    SKEW = 8, /* cycles that a lane's symbols are kept: 7 apart at most */
    COMMAS = 4,
    SYMBOL_ERRORS = 4, /* take the borders */
    GOOD_ROW = 4,
    INCOMPLETE = 4,
    A_OCTET = 0x7c,
    R_OCTET = 0x1c,
    K_OCTET = 0xbc,
    NEVER = 255,
};

struct symbol {
    uint8_t octet;
    bool control;
    enum tn_8b10b is;
};

struct lane {
    uint32_t bits;   /* the last twenty, oldest in bit 0 */
    unsigned place;  /* of a symbol in them, 1 to 10: it ends in this cycle */
    unsigned commas; /* at this place; COMMAS: the lane has borders */
    unsigned errors, good;
    bool rd;
    struct symbol past[SKEW]; /* [k]: k cycles ago */
    uint8_t a_age;            /* cycles since the last /A/, NEVER */
    uint8_t delay;
};

struct tn_tnw_decoder {
    struct lane lane[LANES];
    bool delays_set, up;
    unsigned incomplete;
};

struct tn_tnw_decoder *tn_tnw_decoder_new(void)
{
    struct tn_tnw_decoder *d = malloc(sizeof *d);
    if (d)
        tn_tnw_decoder_reset(d);
    return d;
}

void tn_tnw_decoder_free(struct tn_tnw_decoder *d)
{
    free(d);
}

static void forget_columns(struct tn_tnw_decoder *d)
{
    d->up = d->delays_set = false;
    d->incomplete = 0;
    for (unsigned i = 0; i < LANES; i++)
        d->lane[i].a_age = NEVER;
}

void tn_tnw_decoder_reset(struct tn_tnw_decoder *d)
{
    memset(d, 0, sizeof *d);
    forget_columns(d);
}

static bool is_comma(unsigned symbol)
{
    const unsigned head = symbol & 0x7f;
    return head == 0x7c || head == 0x03; /* 0011111, 1100000, first bit lowest */
}

/* A lane that looks for its borders: s is what stands at the place it has, if any. */
static void look(struct lane *l, const struct symbol *s)
{
    unsigned at = 0;
    bool moved = false; /* by each comma in its turn */
    for (unsigned p = 1; p <= 10; p++)
        if (is_comma(l->bits >> p & 0x3ff)) {
            moved |= !l->commas || p != l->place;
            at = p;
        }
    if (at) {
        const bool next = !moved && s->is == TN_8B10B_VALID;
        bool rd = true; /* the bits of a comma decide alone: five equal ones come first */
        uint8_t octet;
        bool control;
        l->commas = next ? l->commas + 1 : 1;
        l->place = at;
        tn_8b10b_decode(l->bits >> at & 0x3ff, &rd, &octet, &control);
        l->rd = rd;
        l->errors = l->good = 0;
    } else if (l->commas && s->is != TN_8B10B_VALID) {
        l->commas = 0;
    }
}

/* A lane that has borders. */
static void count(struct lane *l, const struct symbol *s)
{
    l->good = s->is == TN_8B10B_VALID ? l->good + 1 : 0;
    l->errors += s->is != TN_8B10B_VALID;
    if (l->good == GOOD_ROW) {
        l->good = 0;
        l->errors -= l->errors > 0;
    }
    if (l->errors == SYMBOL_ERRORS)
        l->commas = 0;
}

static void lane_bits(struct lane *l, unsigned ten)
{
    const bool had = l->commas == COMMAS;
    struct symbol s;
    l->bits = l->bits >> 10 | (uint32_t)ten << 10;
    s.is = tn_8b10b_decode(l->bits >> l->place & 0x3ff, &l->rd, &s.octet, &s.control);
    if (had)
        count(l, &s);
    else
        look(l, &s);
    memmove(&l->past[1], &l->past[0], sizeof l->past - sizeof l->past[0]);
    l->past[0] = s;
    l->a_age = had && s.control && s.octet == A_OCTET ? 0
               : l->a_age < SKEW - 1                  ? (uint8_t)(l->a_age + 1)
                                                      : NEVER;
}

/* Lanes not aligned yet: whether the word of now is the second column of /A/ in agreement. */
static bool align(struct tn_tnw_decoder *d)
{
    bool agrees = d->delays_set;
    for (unsigned i = 0; i < LANES; i++)
        if (d->lane[i].a_age == NEVER)
            return false;
    for (unsigned i = 0; i < LANES; i++) {
        struct lane *l = &d->lane[i];
        agrees = agrees && l->delay == l->a_age;
        l->delay = l->a_age;
        l->a_age = NEVER;
    }
    d->delays_set = true;
    return agrees;
}

/* Lanes aligned: whether they still are with the word of now. */
static bool still(struct tn_tnw_decoder *d)
{
    unsigned as = 0;
    for (unsigned i = 0; i < LANES; i++) {
        const struct symbol *s = &d->lane[i].past[d->lane[i].delay];
        as += s->control && s->octet == A_OCTET;
    }
    if (as == LANES)
        d->incomplete = 0;
    else if (as)
        d->incomplete++;
    return d->incomplete < INCOMPLETE;
}

struct tn_tnw_pcs_rx tn_tnw_decode_bits(struct tn_tnw_decoder *d, uint64_t rx_sym)
{
    struct tn_tnw_pcs_rx out = {.word = {0xfefefefe, 15}};
    for (unsigned i = 0; i < LANES; i++) {
        lane_bits(&d->lane[i], (unsigned)(rx_sym >> 10 * i & 0x3ff));
        out.sync |= (uint8_t)((d->lane[i].commas == COMMAS) << i);
    }
    if (out.sync != 15 || (d->up && !still(d)))
        forget_columns(d);
    else if (!d->up)
        d->up = align(d);
    out.up = d->up;
    if (!d->up)
        return out;
    out.word = (struct tnw_word){0, 0};
    for (unsigned i = 0; i < LANES; i++) {
        const struct symbol *s = &d->lane[i].past[d->lane[i].delay];
        const bool idle =
            s->control && (s->octet == A_OCTET || s->octet == R_OCTET || s->octet == K_OCTET);
        out.word.data |= (uint32_t)(idle ? TNW_I : (int)s->octet) << 8 * i;
        out.word.flags |= (uint8_t)(s->control << i);
        out.code_n = (uint8_t)(out.code_n + (s->is == TN_8B10B_CODE));
        out.disp_n = (uint8_t)(out.disp_n + (s->is == TN_8B10B_DISPARITY));
    }
    return out;
}
