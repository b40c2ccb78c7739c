/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The transmitter of a torus link (ape_link.md section 2): the packets of the router must leave as
 * words of the line, credit words between and within them.
 */
#include "link.h"

#include <string.h>

enum {
    STAY_CYC = 4,  /* a word stays in the transmitter while nothing else is to be sent */
    STUFF_CYC = 4, /* a credit that is due, and one that had begun */
    HEAD_CYC = 2,  /* MAGIC and START */
    EMPTY_CYC = 1, /* a cycle that is left empty */
    VAIN_CYC = 4,  /* a START without its header and the MAGIC behind, and a credit that is due */
    PAIR_CYC =
        1, /* out of band: MAGIC and a credit word of an idle line, of which MAGIC has left */
    CTRL_CYC = 8, /* behind a write of CTRL, and behind reset, until the line obeys */
    PERIOD_LEAST = 16,
    PERIOD = 128,  /* after reset */
    CALM_CYC = 60, /* behind a write of CTRL, until words are in time again */
    RUN_PAYLOAD = 8 * APE_PAYLOAD_WORDS
};

void ape_link_tx_reset(struct tn_ape_link_judge *j)
{
    memset(&j->out, 0, sizeof j->out);
    tn_scope_open(&j->tx, &j->judge, &j->all);
    tn_scope_open(&j->credit, &j->judge, &j->tx);
}

/* The longest distance of credit words. */
static unsigned period(const struct tn_ape_link_judge *j)
{
    uint32_t p = j->reg[APL_CREDIT_PERIOD];
    if (j->old_period > p)
        p = j->old_period;
    return p < PERIOD_LEAST ? PERIOD_LEAST : p;
}

static void credit(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    const uint32_t m = j->reg[APL_MARGIN];
    struct ape_credit c;
    ape_link_count(j, APL_TX_CREDITS);
    j->out.quiet = 0;
    j->out.credit = true;
    j->out.credit_at = j->now;
    if (j->old_period && j->now > j->wrote_at + WRITE_CYC)
        j->old_period = 0;
    if (!tn_scope_judge(&j->tx, R_TX_1, ape_credit_get(word, &c), "a clean credit word",
                        "%02x%02x%02x%02x...%02x%02x", word[0], word[1], word[2], word[3], word[14],
                        word[15]))
        return;
    tn_scope_judge(&j->credit, R_CRD_1, !c.reserved, "bits 119:36 zero", "others");
    if (j->now <= j->wrote_at + WRITE_CYC)
        return;
    for (unsigned v = 0; v < APE_VCS; v++) {
        if (!tn_scope_is_open(&j->rx[v]))
            continue;
        tn_scope_judge(&j->credit, R_CRD_1, ape_link_rx_level(j, v, 0, m & 1023, 1023, c.data[v]),
                       "payload words in the buffer and the margin", "VC %u: %u", v, c.data[v]);
        tn_scope_judge(
            &j->credit, R_CRD_1, ape_link_rx_level(j, v, 1, m >> 16 & 255, 255, c.hdr[v]),
            "headers and footers in the buffer and the margin", "VC %u: %u", v, c.hdr[v]);
    }
}

/* The header as it must leave, its SECDED made anew and struck as INJECT says. */
static void header_due(struct tn_ape_link_judge *j, const struct ape_link_word *w,
                       uint8_t out[APE_WORD])
{
    uint32_t *inject = &j->reg[APL_INJECT];
    const unsigned bit[2] = {*inject >> 8 & 127, *inject >> 16 & 127};
    memcpy(out, w->word, APE_WORD);
    out[0] = ape_secded(out);
    for (unsigned i = 0; i < ((*inject & 2) ? 2u : *inject & 1); i++)
        out[APE_WORD - 1 - bit[i] / 8] ^= (uint8_t)(1u << bit[i] % 8);
}

/* The time that a word stays, and the share of payload among the words of a stream of whole pages.
 */
static void pace(struct tn_ape_link_judge *j, const struct ape_link_word *w)
{
    struct ape_link_tx *t = &j->out;
    const uint64_t since = w->at > t->left ? w->at : t->left;
    struct ape_header h;
    if (j->now > j->wrote_at + CALM_CYC)
        tn_scope_remark(&j->tx, R_TX_4,
                        t->line - since <= STAY_CYC + STUFF_CYC + (w->head ? HEAD_CYC : 0u) +
                                               (w->head && !j->config.in_band ? PAIR_CYC : 0u) +
                                               (t->empty >= since ? EMPTY_CYC : 0u) + t->vain,
                        "a word of a packet within 4 cycles, and what is due before", "%u cycles",
                        (unsigned)(t->line - since));
    if (w->head) {
        ape_header_get(w->word, &h);
        if (ape_payload_words(&h) != APE_PAYLOAD_WORDS)
            t->run_payload = 0;
        if (!t->run_payload)
            t->run_at = t->line;
    }
    if (w->head || w->last || ++t->run_payload < RUN_PAYLOAD)
        return;
    tn_scope_remark(&j->tx, R_TX_4, (t->line - t->run_at) * 95 <= 100 * RUN_PAYLOAD,
                    "95 of 100 words payload", "%u cycles for %u words of payload",
                    (unsigned)(t->line - t->run_at), RUN_PAYLOAD);
    t->run_payload = 0;
    t->run_at = t->line;
}

/* A word of the packet has left. */
static void left(struct tn_ape_link_judge *j)
{
    struct ape_link_tx *t = &j->out;
    const struct ape_link_word *w = ape_link_front(&t->row);
    pace(j, w);
    t->sent[t->vc][w->head || w->last]++;
    t->left = t->line;
    t->vain = 0;
    if (w->last) {
        t->state = APL_T_BETWEEN;
        t->owed = !w->head && !j->config.in_band;
        ape_link_count(j, APL_TX_PACKETS);
    }
    t->row.out++;
}

static void header(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    uint8_t due[APE_WORD];
    struct ape_header h;
    if (!tn_scope_judge(&j->tx, R_TX_3, !ape_link_empty(&t->row), "no packet", "a header"))
        return;
    header_due(j, ape_link_front(&t->row), due);
    const bool inject = j->reg[APL_INJECT] & 3, rest = memcmp(due + 1, word + 1, APE_WORD - 1) == 0;
    if (!tn_scope_judge(&j->tx,
                        inject ? R_INJ_1
                        : rest ? R_TX_2
                               : R_TX_3,
                        rest && due[0] == word[0],
                        inject ? "the header with the bits of INJECT inverted"
                        : rest ? "SECDED made anew"
                               : "the header that was given",
                        "%02x%02x%02x%02x...%02x%02x, not %02x%02x%02x%02x...%02x%02x", word[0],
                        word[1], word[2], word[3], word[14], word[15], due[0], due[1], due[2],
                        due[3], due[14], due[15]))
        return;
    tn_judge_held(&j->judge, R_TX_2);
    j->reg[APL_INJECT] &= ~3u;
    ape_header_get(ape_link_front(&t->row)->word, &h);
    t->vc = h.vc & 1;
    t->state = APL_T_IN;
    left(j);
}

/* Says whether a word is the packet's next one. Judges that it is. */
static void next_word(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    const struct ape_link_word *w = ape_link_front(&t->row);
    if (!tn_scope_judge(&j->tx, R_TX_3, !ape_link_empty(&t->row), "a word of the packet",
                        "one that nobody gave") ||
        !tn_scope_judge(&j->tx, R_TX_3, memcmp(w->word, word, APE_WORD) == 0,
                        "the word that was given",
                        "%02x%02x%02x%02x...%02x%02x, not %02x%02x%02x%02x...%02x%02x", word[0],
                        word[1], word[2], word[3], word[14], word[15], w->word[0], w->word[1],
                        w->word[2], w->word[3], w->word[14], w->word[15]))
        return;
    left(j);
}

static bool magic_is_due(struct tn_ape_link_judge *j)
{
    struct ape_link_row *r = &j->out.row;
    return !ape_link_empty(r) && ape_is(ape_link_front(r)->word, ape_magic);
}

/* The word behind a MAGIC inside a packet. */
static void behind_magic(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    t->after = false;
    if (!ape_is(word, ape_magic)) {
        credit(j, word);
        return;
    }
    if (!tn_scope_judge(&j->tx, R_TX_1, j->config.literal && magic_is_due(j), "a credit word",
                        "MAGIC"))
        return;
    ape_link_count(j, APL_TX_LITERALS);
    next_word(j, word);
}

static void line_word(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD]);

/* Without literals a MAGIC of the packet looks like one of stuffing; the next word tells. */
static void maybe(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    struct ape_credit c;
    const struct ape_link_word *w = &t->row.w[(t->row.out + 1) % ROW];
    const bool known = t->row.in - t->row.out > 1, last = ape_link_front(&t->row)->last;
    t->maybe = false;
    if (!last && ape_credit_get(word, &c) && !(known && memcmp(w->word, word, APE_WORD) == 0)) {
        t->after = true;
        behind_magic(j, word);
        return;
    }
    next_word(j, ape_magic);
    line_word(j, word);
}

/* A word between packets of a line in band. */
static void between(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    if (ape_is(word, ape_magic))
        t->state = APL_T_START;
    else
        credit(j, word);
}

/* A word of a line in band (section 7). */
static void line_word(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    const bool magic = ape_is(word, ape_magic);
    if (t->maybe) {
        maybe(j, word);
    } else if (t->state == APL_T_BETWEEN) {
        between(j, word);
    } else if (t->state == APL_T_START) {
        t->state = APL_T_HEADER;
        tn_scope_judge(&j->tx, R_TX_1, ape_is(word, ape_start), "START behind MAGIC",
                       "%02x%02x%02x%02x...", word[0], word[1], word[2], word[3]);
    } else if (t->state == APL_T_HEADER) {
        header(j, word);
    } else if (t->after) {
        behind_magic(j, word);
    } else if (magic && !j->config.literal && magic_is_due(j)) {
        t->maybe = true;
    } else if (magic) {
        t->after = true;
    } else {
        next_word(j, word);
    }
}

/* Says whether a write of CTRL or a reset is so long ago that the line obeys. */
static bool calm(const struct tn_ape_link_judge *j)
{
    return j->now > j->wrote_at + CTRL_CYC && j->now > j->up_at + CTRL_CYC;
}

/* A control word, which k marks, where it stands. directly: a credit word left in the cycle before.
 */
static void control_word(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD], bool directly)
{
    struct ape_link_tx *t = &j->out;
    const bool start = t->state == APL_T_START, stuffs = t->state == APL_T_IN,
               none = t->state == APL_T_HEADER || t->after || (stuffs && directly);
    if (!tn_scope_judge(&j->tx, R_TX_1, !none && ape_is(word, start ? ape_start : ape_magic),
                        none    ? "a word without k"
                        : start ? "START or a credit word behind MAGIC"
                                : "MAGIC",
                        "%02x%02x%02x%02x... with k", word[0], word[1], word[2], word[3]))
        return;
    if (start && calm(j))
        tn_scope_judge(&j->tx, R_TX_1, j->reg[APL_CTRL] & 1, "no START, tx being off", "one");
    t->owed &= !start && !directly;
    if (stuffs)
        t->after = true;
    else
        t->state = start ? APL_T_HEADER : APL_T_START;
}

/* A word of the line with its k (section 2). */
static void word_with_k(struct tn_ape_link_judge *j, bool k, const uint8_t word[APE_WORD])
{
    struct ape_link_tx *t = &j->out;
    const bool directly = t->credit && t->credit_at + 1 == j->now;
    t->credit = false;
    if (k) {
        control_word(j, word, directly);
    } else if (t->state == APL_T_HEADER) {
        header(j, word);
    } else if (t->state == APL_T_START || t->after) {
        if (t->state == APL_T_START)
            t->state = APL_T_BETWEEN;
        t->after = false;
        credit(j, word);
    } else if (tn_scope_judge(&j->tx, R_TX_1, t->state == APL_T_IN, "MAGIC with k",
                              "%02x%02x%02x%02x... without", word[0], word[1], word[2], word[3])) {
        next_word(j, word);
    }
}

static void word_leaves(struct tn_ape_link_judge *j, bool k, const uint8_t word[APE_WORD])
{
    if (!j->config.in_band)
        word_with_k(j, k, word);
    else if (tn_scope_judge(&j->tx, R_TX_1, !k, "no k on a line in band", "k"))
        line_word(j, word);
}

/* The words of a VC that a packet takes, granted with its header's take. */
static void take(struct tn_ape_link_judge *j, const struct tn_ape_beat *b)
{
    struct ape_link_tx *t = &j->out;
    struct ape_link_word *w = ape_link_put(&t->row, b->word, t->line);
    struct ape_header h;
    w->head = b->head;
    w->last = b->last;
    if (!b->head)
        return;
    ape_header_get(b->word, &h);
    ape_link_room_grant(j, &h);
}

/* A cycle behind a pause: out of band no header follows a START that is not directly before. */
static void paused(struct tn_ape_link_judge *j)
{
    struct ape_link_tx *t = &j->out;
    if (t->state != APL_T_HEADER || j->config.in_band)
        return;
    t->state = APL_T_BETWEEN;
    t->vain += VAIN_CYC;
    t->run_at += VAIN_CYC;
}

/* A cycle without a word: out of band a packet leaves one empty behind a credit word when none of
 * its words is here. */
static void no_word(struct tn_ape_link_judge *j)
{
    struct ape_link_tx *t = &j->out;
    const struct ape_link_word *w = ape_link_front(&t->row);
    const bool here = !ape_link_empty(&t->row) && t->line - w->at > STAY_CYC,
               may = t->state == APL_T_IN && t->credit && !here && !j->config.in_band;
    t->credit = false;
    if (may)
        t->empty = t->line;
    else
        tn_scope_judge(&j->tx, R_TX_1, !((j->reg[APL_CTRL] & 1) || ape_link_sends(j)) || !calm(j),
                       "a word in each cycle", "none");
}

void ape_link_tx_cycle(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p)
{
    struct ape_link_tx *t = &j->out;
    t->line += !t->stopped;
    if (t->stopped) {
        tn_scope_judge(&j->tx, R_TX_5, !p->wire_tx_valid, "no word behind a pause", "one");
        paused(j);
    } else if (p->wire_tx_valid) {
        if (!ape_link_sends(j) && calm(j))
            tn_scope_judge(&j->tx, R_TX_1, j->reg[APL_CTRL] & 1, "no word, tx being off", "one");
        t->quiet++;
        if (tn_scope_is_open(&j->tx))
            word_leaves(j, p->wire_tx_k, p->wire_tx);
        if (t->quiet)
            tn_scope_judge(&j->credit, R_CRD_2, t->quiet < period(j),
                           "a credit word in CREDIT_PERIOD words", "%u others", t->quiet);
        j->tx_at = j->now;
    } else {
        no_word(j);
    }
    if (p->s_tx.valid && p->s_tx.ready)
        take(j, &p->s_tx);
    if (!p->s_tx.valid || j->reg[APL_CREDIT_PERIOD] != PERIOD)
        t->run_payload = 0;
    t->stopped = p->wire_tx_stop;
    memcpy(t->past[j->now % SENT_CYC], t->sent, sizeof t->sent);
}
