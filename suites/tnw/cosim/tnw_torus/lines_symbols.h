/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Part of lines.h, which includes it: the judge of lines that carry symbols (PCS_EN 1).
 */
#ifndef SUITES_TNW_TORUS_LINES_SYMBOLS_H
#define SUITES_TNW_TORUS_LINES_SYMBOLS_H

static inline bool lines_in_reset(unsigned node, uint64_t cycle)
{
    for (unsigned i = lines.resets_n; i; i--)
        if (lines.resets[i - 1].cycle <= cycle)
            return lines.resets[i - 1].nodes >> node & 1;
    return true;
}

/* Returns the symbols that a link's tnw_pcs had on the line in a recent cycle. */
static inline uint64_t lines_symbol(unsigned link, uint64_t cycle)
{
    const struct tnw_word idle = {0x07070707, 15};
    struct lines_symbols *s = &lines.symbols[link];
    for (; s->next <= cycle; s->next++) {
        const uint64_t then = s->next - LINES_PCS_CYC;
        uint64_t *out = &s->sym[s->next % LINES_RING];
        *out = 0;
        if (lines_in_reset(link / 6, then)) {
            memset(&s->encoder, 0, sizeof s->encoder);
        } else {
            const uint64_t sent = lines.sent[link][then % LINES_RING].word;
            const struct tnw_word w = {(uint32_t)sent, (uint8_t)(sent >> 32)};
            const uint64_t sym =
                tn_tnw_encode_word(&s->encoder, lines_was_sent(link, then) ? w : idle);
            if (!lines_in_reset(link / 6, s->next - 1))
                *out = sym;
        }
    }
    return s->sym[cycle % LINES_RING];
}

/* Says whether symbols are a column of idle: /K/, /R/ or /A/ on all lanes. */
static inline bool lines_idles(uint64_t sym)
{
    bool rd = __builtin_popcountll(sym & 63) < 4, control;
    uint8_t octet;
    if (sym >> 10 != (sym & 0x3fffffff))
        return false;
    tn_8b10b_decode(sym & 0x3ff, &rd, &octet, &control);
    return control && (octet == 0xbc || octet == 0x1c || octet == 0x7c);
}

/* Blames symbols that differ from the expected symbols on the link that sent them. Columns of idle
 * tell no sender. */
static inline void lines_blame_symbols(unsigned line, uint64_t cycle, uint64_t want, uint64_t got)
{
    const uint64_t then = cycle - lines.wire_cyc;
    const unsigned from = lines_from(line);
    if (lines_idles(got)) {
        lines.missing++;
        return;
    }
    if (got == lines_symbol(from, then + 1) || got == lines_symbol(from, then - 1)) {
        lines_say(&lines.delayed, "TNW-TOR-3", cycle, line, want, got);
        return;
    }
    for (unsigned s = 0; s < 6 * torus.b.nodes; s++)
        if (s != from && lines_symbol(s, then) == got) {
            if (s == (from ^ 1) && torus.b.size[line % 6 / 2] == 2)
                lines_say(&lines.apart, "TNW-TOR-2", cycle, line, want, got);
            else
                lines_say(&lines.led, "TNW-TOR-1", cycle, line, want, got);
            return;
        }
    lines_say(&lines.delayed, "TNW-TOR-3", cycle, line, want, got);
}

static inline void lines_came_symbols(unsigned line, uint64_t cycle, uint64_t got)
{
    const uint64_t then = cycle - lines.wire_cyc;
    const unsigned from = lines_from(line);
    const bool cut = lines.cut_at[line] == cycle, flipped = lines.flip_at[line] == cycle;
    if (cycle < lines.begin + lines.wire_cyc + LINES_PCS_CYC)
        return;
    const bool there = lines_was_sent(from, then - LINES_PCS_CYC);
    uint64_t want = lines_symbol(from, then);
    want = cut ? 0 : flipped ? want ^ lines.flip[line] : want;
    if (cut || flipped || !lines_symbol(from, then))
        lines.hurt_at[line] = cycle;
    if (got != want) {
        lines_blame_symbols(line, cycle, want, got);
        return;
    }
    lines.words += there;
    lines.two += there && torus.b.size[line % 6 / 2] == 2;
    lines.faults += cut && flipped;
}

/* Judges a word that a link takes: without errors, the word is the line's word of a fixed number of
 * cycles before. */
static inline void lines_took(unsigned line, uint64_t cycle, uint64_t word)
{
    const unsigned from = lines_from(line);
    const uint64_t line_at = cycle - lines.wire_cyc - LINES_PCS_CYC;
    if (cycle < lines.hurt_at[line] + LINES_CALM) {
        lines.late[line] = -1;
        return;
    }
    for (int d = 0; lines.late[line] < 0 && d <= LINES_RX_CYC; d++)
        if (lines_was_sent(from, line_at - (unsigned)d) &&
            lines.sent[from][(line_at - (unsigned)d) % LINES_RING].word == word)
            lines.late[line] = d;
    const uint64_t then = line_at - (unsigned)(lines.late[line] < 0 ? 0 : lines.late[line]);
    const bool there = lines_was_sent(from, then);
    const uint64_t want = there ? lines.sent[from][then % LINES_RING].word : LINES_IDLE;
    if (lines.late[line] < 0 || want != word)
        lines_say(&lines.adds, "TNW-NWP-1", cycle, line, want, word);
    lines.taken++;
}

#endif
