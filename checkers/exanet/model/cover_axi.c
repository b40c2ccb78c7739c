/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_ni.def the accesses at an AXI port fall into, and what its reads
 * said of queues and channels.
 */
#include "cover_ni.h"

#include <string.h>

enum { READ, WRITE, KERNEL = 0x40, PROCESSES = 64 };
enum { INFO = 0x040, COUNT = 0x04c, STATUS = 0x050, RESPONSE_PAGE = 0, READ_PAGE = 1 };
enum { PROCESS_PAGE, KERNEL_PAGE, NO_PAGE };

#define HIT_AXI(m, cross, ...)                                                                     \
    tn_cover_hit((m)->c.counts, exa_ni_cover_cross[cross], (unsigned[]){__VA_ARGS__})

/* Pages of the default parameters: 64 mailboxes or channels, two of the firmware. */
static unsigned place_of(enum tn_exn_block block, uint32_t addr)
{
    const unsigned page = addr / TN_AXS_PAGE;
    const unsigned pages = block == TN_EXN_RT_MAILBOX ? READ_PAGE + 1 : PROCESSES;
    return page == KERNEL ? KERNEL_PAGE : page < pages ? PROCESS_PAGE : NO_PAGE;
}

static void begin(struct exn_cover *m, unsigned dir, const uint32_t *word)
{
    static const unsigned most[] = {1, 2, 4, 16};
    struct exn_cover_bursts *q = &m->axi[dir];
    const struct tn_axs_burst b = {.addr = word[0] % TN_AXS_WINDOW,
                                   .beats = (word[3] & 0xff) + 1,
                                   .size = word[3] >> 8 & 7,
                                   .type = (enum tn_axs_burst_type)(word[3] >> 11 & 3)};
    if (q->n == EXN_COVER_OPEN)
        return;
    q->burst[q->n++] = b;
    if (b.size <= 4 && !(b.type == TN_AXS_WRAP && b.beats == 1) && !(b.type != TN_AXS_INCR && b.beats > 16))
        HIT_AXI(m, EXN_BURSTS, m->block, dir, b.type, CLASS_OF(most, b.beats));
}

/* OKAY, SLVERR, DECERR. */
static unsigned resp_of(const uint32_t *word)
{
    const unsigned resp = word[4] >> 16 & 3;
    return resp == TN_AXS_OKAY ? 0 : resp == TN_AXS_DECERR ? 2 : 1;
}

/* dir's first burst was answered so (a read's: this beat of it). */
static void answered(struct exn_cover *m, unsigned dir, unsigned resp)
{
    const struct tn_axs_burst *b = &m->axi[dir].burst[0];
    if (b->size <= 4) {
        HIT_AXI(m, EXN_ACCESS, m->block, dir, b->type, resp);
        HIT_AXI(m, EXN_SIZES, m->block, dir, b->size, resp);
    }
    if (b->beats == 1 && b->type != TN_AXS_RESERVED)
        HIT_AXI(m, EXN_PAGES, m->block, place_of(m->block, b->addr), dir, resp);
}

static void mailbox_word(struct exn_cover *m, unsigned at, uint32_t v)
{
    static const unsigned most[] = {0, 1, 7};
    if (at == INFO)
        HIT_AXI(m, EXN_MAILBOX, v >> 31 ? 1 + (v >> 30 & 1) : 0);
    if (at == COUNT)
        HIT_AXI(m, EXN_HELD, CLASS_OF(most, v & 127));
}

static void channel_word(struct exn_cover *m, unsigned at, uint32_t v)
{
    enum { BUSY = 1, STATES = 6, FINAL = 3 };
    static const unsigned most[] = {0, 1};
    static const uint8_t kind[16] = {0, 2, 2, 1, FINAL, FINAL, 2, FINAL, FINAL, FINAL, FINAL, FINAL,
                                     FINAL, FINAL, FINAL, FINAL};
    const unsigned state = v & 15, error = kind[v >> 4 & 15];
    if (at != STATUS || state >= STATES)
        return;
    if (!(state == BUSY && error == FINAL))
        HIT_AXI(m, EXN_CHANNEL, state, error);
    HIT_AXI(m, EXN_AGAIN, state, CLASS_OF(most, v >> 8 & 255));
}

/* A whole register that a read saw. */
static void register_read(struct exn_cover *m, uint32_t addr, uint32_t v)
{
    const unsigned at = addr % TN_AXS_PAGE;
    if (place_of(m->block, addr) != PROCESS_PAGE)
        return;
    if (m->block == TN_EXN_MAILBOX)
        mailbox_word(m, at, v);
    else if (m->block == TN_EXN_PACKETIZER)
        channel_word(m, at, v);
    else if (addr / TN_AXS_PAGE == RESPONSE_PAGE)
        HIT_AXI(m, EXN_RESPONSES, v >> 30 & 1, v >> 31);
}

static void read_beat(struct exn_cover *m, const uint32_t *word)
{
    struct exn_cover_bursts *q = &m->axi[READ];
    struct tn_axs_beat beat;
    uint8_t data[TN_AXS_LANES];
    if (q->n == 0)
        return;
    answered(m, READ, resp_of(word));
    memcpy(data, word, sizeof data); /* a little-endian host */
    if (resp_of(word) == 0 && q->burst[0].size <= 4 && tn_axs_beat(&q->burst[0], q->beat, &beat))
        for (uint32_t a = (beat.addr + 3) & ~3u; a + 4 <= beat.addr + beat.n; a += 4) {
            uint32_t v;
            memcpy(&v, data + a % TN_AXS_LANES, sizeof v);
            register_read(m, a, v);
        }
    if (++q->beat == q->burst[0].beats) {
        memmove(q->burst, q->burst + 1, --q->n * sizeof *q->burst);
        q->beat = 0;
    }
}

static void write_answer(struct exn_cover *m, const uint32_t *word)
{
    struct exn_cover_bursts *q = &m->axi[WRITE];
    if (q->n == 0)
        return;
    answered(m, WRITE, resp_of(word));
    memmove(q->burst, q->burst + 1, --q->n * sizeof *q->burst);
}

void exa_ni_cover_axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    struct exn_cover *m = (struct exn_cover *)c;
    if (seen->rst) {
        memset(&m->axi, 0, sizeof m->axi);
        return;
    }
    if (!seen->valid || !seen->ready)
        return;
    switch ((enum tn_axi_which)seen->channel) {
    case TN_AXI_CH_AW: begin(m, WRITE, seen->word); break;
    case TN_AXI_CH_AR: begin(m, READ, seen->word); break;
    case TN_AXI_CH_B: write_answer(m, seen->word); break;
    case TN_AXI_CH_R: read_beat(m, seen->word); break;
    default: break;
    }
}
