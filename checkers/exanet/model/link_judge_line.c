/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The line of a sender, judged block by block (exa_link.md sections 2 to 4).
 */
#include "link_judge.h"

/* A separator that goes with a refresh stands at most so many blocks from it. A word taken is seen
 * by the line's side after so many blocks: of its own clock, which may have stood still. */
enum { NEAR = 4, CROSSING = 8 };

/* Whether a state told at block since has had the time to reach the line. */
static bool settled(const struct tn_exl_judge *w, uint64_t since)
{
    return w->side_told && w->blocks - since > w->par.react;
}

static bool may_not_begin(const struct tn_exl_judge *w)
{
    return !w->may_begin && settled(w, w->may_since);
}

/* NFC on the line says other than is wished, for more blocks than that. */
static bool differs(const struct tn_exl_judge *w, unsigned blocks)
{
    return w->wish_told && w->wish != TN_EXL_EITHER && (w->wish == TN_EXL_XOFF) != w->xoff &&
           w->blocks - w->differs_since > blocks;
}

static void lose(struct tn_exl_judge *w, enum exl_rule rule, const char *expected,
                 const char *found)
{
    tn_judge(&w->judge, rule, false, expected, "%s", found);
    w->lost = true;
}

static bool is_half(const struct exl_item *it, unsigned half, uint64_t data)
{
    for (unsigned octet = 0; octet < 8; octet++)
        if (it->data[8 * half + octet] != (data >> 8 * octet & 0xff))
            return false;
    return true;
}

/* May a word begin now? */
static void judge_leave(struct tn_exl_judge *w)
{
    struct tn_judge *j = &w->judge;
    if (w->side_told)
        tn_judge(j, NFC_3, !may_not_begin(w), "no word is begun", "one, %llu blocks too late",
                 (unsigned long long)(w->blocks - w->may_since));
    if (w->wish_told)
        tn_judge(j, NFC_2, !differs(w, w->par.react), "NFC before the word", "a word, %s wished",
                 w->xoff ? "XON" : "XOFF");
    if (w->side_told && !w->in_frame) {
        tn_judge(j, FRM_1, !w->announce || w->after_empty,
                 "an empty frame before the first since the peer is ready", "the frame");
        w->announce = false;
    }
}

/* The first half of a word: is it the next one? */
static void begin_word(struct tn_exl_judge *w, uint64_t data)
{
    const struct exl_item *it = exl_item_at(w, w->sent);
    const struct exl_item *before = w->sent ? exl_item_at(w, w->sent - 1) : NULL;
    const bool goes_on = w->in_frame;

    judge_leave(w);
    w->in_frame = true;
    w->after_empty = false;
    if (!w->par.words)
        return;
    if (goes_on && before && before->last)
        lose(w, FRM_1, "a separator", "more data after the frame's last word");
    else if (!it)
        lose(w, FRM_1, "words that were taken", "one that was not");
    else if (!is_half(it, 0, data))
        lose(w, FRM_1, "the first half of the next word taken", "another");
}

static void data_block(struct tn_exl_judge *w, uint64_t data)
{
    if (!w->framed)
        return;
    w->half = !w->half;
    if (w->half) {
        begin_word(w, data);
        return;
    }
    if (!w->par.words)
        return;
    const struct exl_item *it = exl_item_at(w, w->sent);
    if (!it || !is_half(it, 1, data)) {
        lose(w, FRM_1, "the second half of the word", "another");
        return;
    }
    tn_judge(&w->judge, FRM_1, true, "", " ");
    w->sent++;
}

/* A separator without data: there must be a reason for it. Where words may begin, none must be
 * waiting (more than the clock crossings hold, and for as long as they take, surely are), and one
 * comes a refresh. */
static void empty_frame(struct tn_exl_judge *w)
{
    const bool may = w->side_told && w->may_begin && settled(w, w->may_since);
    const struct exl_item *one = exl_item_at(w, w->sent + w->par.slack);
    const bool waits = w->par.words && one && w->blocks - one->at > CROSSING;
    const bool due = !waits && w->nfc_at > w->empty_at;
    tn_judge(&w->judge, FRM_1, !may || w->announce || due, "an empty frame with a reason",
             waits ? "one while words wait" : "a second one without refresh");
    w->empty_at = w->blocks;
    w->after_empty = true;
}

static void separator(struct tn_exl_judge *w)
{
    const struct exl_item *before = w->sent ? exl_item_at(w, w->sent - 1) : NULL;
    w->separator_at = w->blocks;
    w->refresh_at = 0;
    if (!w->framed) {
        w->framed = true;
    } else if (!w->in_frame) {
        empty_frame(w);
    } else {
        if (w->half)
            lose(w, FRM_1, "the second half of the word", "a separator");
        else if (w->par.words)
            tn_judge(&w->judge, TX_2, before && before->last, "the frame's next word",
                     "a separator");
        w->frames++;
        w->after_empty = false;
        /* it does for the receiver what the empty frame would, also when readiness that came is gone again and the sender
         * has not seen that yet */
        w->announce = w->announce && !(w->locked && w->peer_ready) && settled(w, w->ready_since);
    }
    w->in_frame = w->half = false;
}

static void nfc(struct tn_exl_judge *w, bool xoff)
{
    struct tn_judge *j = &w->judge;
    const bool again = xoff == w->xoff;
    if (w->wish_told && w->wish != TN_EXL_EITHER && w->blocks - w->differs_since > w->par.react)
        tn_judge(j, NFC_1, xoff == (w->wish == TN_EXL_XOFF), "what the RX FIFO asks for", "%s",
                 xoff ? "XOFF" : "XON");
    tn_judge(j, NFC_4, w->blocks - w->nfc_at <= w->par.link.refresh + 1, "NFC each REFRESH_CYC",
             "after %llu blocks", (unsigned long long)(w->blocks - w->nfc_at));
    if (again && w->framed && !w->in_frame && may_not_begin(w) &&
        w->blocks - w->separator_at > NEAR)
        w->refresh_at = w->blocks;
    w->xoff = xoff;
    w->nfc_at = w->blocks;
}

/* Control blocks as they are sent: all octets but these bits are 0. */
static void control_block(struct tn_exl_judge *w, uint64_t data)
{
    struct tn_judge *j = &w->judge;
    if (data == tn_exl_separator().data) {
        separator(w);
    } else if (data == tn_exl_nfc(true).data || data == tn_exl_nfc(false).data) {
        nfc(w, data == tn_exl_nfc(true).data);
    } else if (data == tn_exl_idle(true).data || data == tn_exl_idle(false).data) {
        const bool nr = data == tn_exl_idle(true).data;
        if (settled(w, w->locked_since))
            tn_judge(j, BLK_1, nr == !w->locked, "NR without block lock alone", "NR %d", nr);
    } else {
        tn_judge(j, w->blocks == 1 && w->par.from_reset ? SCR_1 : BLK_1, false,
                 "a separator, idle or NFC, the rest 0", "%016llx", (unsigned long long)data);
        return;
    }
    tn_judge(j, BLK_1, true, "", " ");
    if (w->blocks == 1 && w->par.from_reset)
        tn_judge(j, SCR_1, true, "", " ");
}

/* What must have come by now. */
static void judge_overdue(struct tn_exl_judge *w)
{
    struct tn_judge *j = &w->judge;
    if (w->blocks - w->nfc_at == w->par.link.refresh + 1)
        tn_judge(j, NFC_4, false, "NFC each REFRESH_CYC", "none");
    if (differs(w, w->par.react + w->par.link.refresh)) {
        tn_judge(j, NFC_1, false, "what the RX FIFO asks for", "%s still",
                 w->xoff ? "XOFF" : "XON");
        w->differs_since = w->blocks;
    }
    if (w->refresh_at && w->blocks - w->refresh_at > NEAR) {
        tn_judge(j, FRM_1, w->in_frame || !may_not_begin(w),
                 "an empty frame with the refresh, no word may begin", "none");
        w->refresh_at = 0;
    }
}

void tn_exl_judge_block(struct tn_exl_judge *w, const struct tn_exl_block *b, uint64_t cycle)
{
    const uint64_t data = tn_exl_descramble(&w->scrambler, b->data);
    const bool synchronous = w->blocks > 0 || w->par.from_reset;

    w->blocks++;
    w->judge.cycle = cycle;
    if (w->blocks == 1 && !w->par.from_reset)
        w->nfc_at = w->blocks;
    if (w->lost || !synchronous)
        return;
    if (!tn_judge(&w->judge, BLK_1, tn_exl_head_valid(b->head), "sync header 01 or 10", "%u",
                  b->head))
        return;
    if (b->head == TN_EXL_DATA)
        data_block(w, data);
    else
        control_block(w, data);
    judge_overdue(w);
}
