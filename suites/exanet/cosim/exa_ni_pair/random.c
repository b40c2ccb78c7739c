/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages from a packetizer to a mailbox over a network that loses, doubles, spoils and delays
 * what goes either way: each is in its mailbox once and acknowledged, or it is reported
 * (checkers/exanet/spec/exa_qfdb.md section 5). The network keeps the order of one channel's packets, as
 * switches and links do; answers overtake one another. Each kind of weather has a
 * fifteenth of TN_PACKETS messages.
 */
#include "../exa_packetizer/pkt.h"
#include "../exa_mailbox/mbox.h"

#include <tn/exanet/exa_qfdb_board.h>
#include <tn/rng.h>

enum {
    FLIGHTS = 512,
    PDIDS = 3,
    TIMEOUT = 400,
    TRIES = 4,
    ODDS = 64,
    SHARE = 15,
    CHANCES = 100, /* messages of which some are surely struck */
    CHANNELS_MAX = 64
};

static const struct exa_node here = {1, 2, 3, 0, 4}, there = {5, 6, 7, 1, 0x88};

/* Chances of 64 for each packet; delay: cycles at most; late: a chance of a delay past the timeout.
 */
struct weather {
    const char *name;
    unsigned lose, twice, spoil, late, delay;
    bool lazy; /* mailboxes are seldom read, and full */
};

static struct {
    struct tn_rng rng;
    const struct weather *w;
    struct tn_axi_master *cpu[2];
    struct tn_exa_source *into[2];
    struct {
        struct tn_exa_word w[TN_EXA_PACKET_WORDS + 1];
        unsigned n, side, channel, number;
        bool whole; /* not spoilt */
        uint64_t when, order;
    } flight[FLIGHTS];
    unsigned flights;
    uint64_t order, last[CHANNELS_MAX]; /* when the last packet of a channel arrives */
    unsigned lost, doubled, spoilt, late;
    bool taken[CHANNELS_MAX][TN_EXQ_NUMBERS]; /* the message of that channel and number was acknowledged */
    unsigned copies; /* whole copies of such messages that went into the mailbox */
    struct tn_exq_messages *board;
    unsigned channels, boxes, open[CHANNELS_MAX], number[CHANNELS_MAX]; /* open: one is under way */
    unsigned left, read, failures;
} net;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&net.rng, n);
}

static bool chance(unsigned of_64)
{
    return below(ODDS) < of_64;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&net.failures, v->rule, v);
}

static void on_broken(void *ctx, const struct tn_verdict *v)
{
    if (strncmp(v->found, "s_exa", 5) !=
        0) /* what the network makes of packets is its own affair */
        on_verdict(ctx, v);
}

/* One bit, a word missing, or one twice: what the CRCs and the words must show. A footer is never
 * missing, as links end what they break. */
static unsigned spoil(struct tn_exa_word *w, unsigned n)
{
    const unsigned draw = below(4), how = n == 1 && draw == 0 ? 2 : draw, at = below(how == 0 ? n - 1 : n);
    net.spoilt++;
    if (how == 0) {
        memmove(w + at, w + at + 1, (n - at - 1) * sizeof *w);
        return n - 1;
    }
    if (how == 1) {
        memmove(w + at + 1, w + at, (n - at) * sizeof *w);
        return n + 1;
    }
    w[at].data[below(EXA_WORD)] ^= (uint8_t)(1u << below(8));
    return n;
}

/* A packet that came out on the other side is under way to this one. */
static void fly(unsigned side, const struct exa_packet *k, uint64_t after)
{
    const unsigned c = k->tid & EXA_TID_CHAN;
    assert_true(net.flights < FLIGHTS);
    const unsigned i = net.flights++;
    const int n = tn_exa_words_of(k, net.flight[i].w);
    assert_true(n > 0);
    net.flight[i].channel = c;
    net.flight[i].number = k->seq;
    net.flight[i].whole = !chance(net.w->spoil);
    net.flight[i].n = net.flight[i].whole ? (unsigned)n : spoil(net.flight[i].w, (unsigned)n);
    net.flight[i].side = side;
    net.flight[i].order = net.order++;
    net.flight[i].when = after + below(net.w->delay + 1);
    if (chance(net.w->late)) {
        net.flight[i].when += TIMEOUT + below(TIMEOUT);
        net.late++;
    }
    if (side == 1) { /* a channel's packets keep their order */
        if (net.flight[i].when < net.last[c])
            net.flight[i].when = net.last[c];
        net.last[c] = net.flight[i].when;
    }
}

/* Was that message acknowledged? */
static bool *taken(unsigned channel, unsigned number)
{
    return &net.taken[channel][number % TN_EXQ_NUMBERS];
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct exa_packet k;
    (void)ctx;
    if (tn_monitor_point(ev->point)[0] == 's')
        return;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (ev->port == 1 && k.type == EXA_ACK && k.code == 0)
        *taken(k.tid & EXA_TID_CHAN, k.seq) = true;
    if (chance(net.w->lose)) {
        net.lost++;
        return;
    }
    fly(!ev->port, &k, ev->cycle);
    if (chance(net.w->twice)) {
        fly(!ev->port, &k, ev->cycle);
        net.doubled++;
    }
}

/* What has arrived goes in, oldest first. */
static void arrive(void)
{
    for (;;) {
        unsigned best = FLIGHTS;
        for (unsigned i = 0; i < net.flights; i++)
            if (net.flight[i].when <= tn_sim_cycle() &&
                (best == FLIGHTS || net.flight[i].when < net.flight[best].when ||
                 (net.flight[i].when == net.flight[best].when &&
                  net.flight[i].order < net.flight[best].order)))
                best = i;
        if (best == FLIGHTS)
            return;
        if (net.flight[best].side == 1 && net.flight[best].whole &&
            *taken(net.flight[best].channel, net.flight[best].number))
            net.copies++;
        if (net.flight[best].n)
            assert_int_equal(tn_exa_source_words(net.into[net.flight[best].side],
                                                 net.flight[best].w, net.flight[best].n, 0),
                             0);
        net.flight[best] = net.flight[--net.flights];
    }
}

static void put(unsigned side, uint32_t addr, uint32_t value)
{
    assert_int_equal(tn_axi_write32(net.cpu[side], addr, value), TN_AXI_OKAY);
}

static uint32_t get(unsigned side, uint32_t addr)
{
    uint32_t v = 0;
    assert_int_equal(tn_axi_read32(net.cpu[side], addr, &v), TN_AXI_OKAY);
    return v;
}

/* A message as a process writes it, mostly to a mailbox that takes it. */
static void post(unsigned c)
{
    struct tn_exq_message m = {.channel = c,
                               .number = net.number[c] % EXA_NUMBER_MOD,
                               .dst = 1,
                               .pdid = (uint16_t)(1 + c % PDIDS),
                               .offset = below(40)};
    uint8_t all[76] = {0};
    m.len = 1 + below(64 - m.offset);
    m.mailbox = below(12) ? c % PDIDS + PDIDS * below((net.boxes - 1 - c % PDIDS) / PDIDS + 1)
                          : below(net.boxes + 2);
    for (unsigned i = 0; i < m.len; i++)
        all[i] = m.bytes[i] = (uint8_t)tn_rng_next(&net.rng);
    const uint64_t dst =
        pkt_dst_word(there, exa_peripheral_addr(EXA_P_MAILBOX, m.mailbox << 12 | m.offset));
    const uint32_t ctrl = EXA_WRITE << 8 | m.len;
    memcpy(all + 64, &dst, 8);
    memcpy(all + 72, &ctrl, 4);
    tn_exq_posted(net.board, &m);
    *taken(c, m.number) = false;
    assert_int_equal(tn_axi_write(net.cpu[0], chan(c, 0), all, sizeof all), TN_AXI_OKAY);
    net.open[c] = 1;
    net.number[c]++;
    net.left--;
}

static void look_at(unsigned c)
{
    const uint32_t status = get(0, chan(c, P_STATUS));
    if ((status & 15) == S_BUSY)
        return;
    tn_exq_ended(net.board, 0, c, status >> 16 & 0x3fff, (enum tn_exq_end)(status & 15),
                 status >> 4 & 15, tn_sim_cycle());
    net.open[c] = 0;
}

static void read_box(unsigned box)
{
    uint8_t all[80];
    uint32_t info, src, tid;
    assert_int_equal(tn_axi_read(net.cpu[1], mbox(box, 0), all, sizeof all), TN_AXI_OKAY);
    memcpy(&info, all + 0x40, 4);
    memcpy(&src, all + 0x44, 4);
    memcpy(&tid, all + 0x48, 4);
    struct tn_exq_message m = {.src = src == exa_node_bits(here) ? 0 : TN_EXQ_FPGAS,
                               .channel = tid >> 16 & 63,
                               .number = tid & 0x3fff,
                               .dst = 1,
                               .mailbox = box,
                               .offset = info >> 16 & 63,
                               .len = info & 127};
    for (unsigned i = 0; i < m.len && m.offset + i < 64; i++)
        m.bytes[i] = all[m.offset + i];
    tn_exq_read(net.board, &m, tn_sim_cycle());
    if (m.channel % PDIDS != box % PDIDS) {
        struct tn_verdict v = {
            .kind = TN_VERDICT_FAIL, .rule = "EXM-TAKE-2", .cycle = tn_sim_cycle()};
        snprintf(v.expected, sizeof v.expected, "nothing of PDID %u in mailbox %u",
                 1 + m.channel % PDIDS, box);
        snprintf(v.found, sizeof v.found, "a message of channel %u", m.channel);
        on_verdict(NULL, &v);
    }
    put(1, mbox(box, M_POP), 1);
    net.read++;
}

static void read_boxes(unsigned of_64)
{
    const uint64_t waiting = tn_reg_read(0) | (uint64_t)tn_reg_read(4) << 32;
    for (unsigned box = 0; box < net.boxes; box++)
        if (waiting >> box & 1 && chance(of_64))
            read_box(box);
}

static bool is_open(void)
{
    unsigned n = net.left;
    for (unsigned c = 0; c < net.channels; c++)
        n += net.open[c];
    return n > 0;
}

static void begin(const struct weather *w, unsigned messages, uint64_t salt)
{
    memset(&net, 0, sizeof net);
    tn_rng_seed(&net.rng, tn_sim_seed(), salt);
    net.w = w;
    net.left = messages;
    net.channels = (unsigned)tn_sim_param("CHAN_N");
    net.boxes = (unsigned)tn_sim_param("MBOX_N");
    net.board = tn_exq_messages_new(on_verdict, NULL);
    assert_non_null(net.board);
    tn_monitor_clear();
    tn_sim_reset(4);
    for (unsigned side = 0; side < 2; side++) {
        char name[8];
        snprintf(name, sizeof name, "cpu%u", side);
        net.cpu[side] = tn_axi_find(name);
        snprintf(name, sizeof name, "s_exa%u", side);
        net.into[side] = tn_exa_source_find(name);
        assert_true(net.cpu[side] && net.into[side]);
    }
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_broken, NULL);
    put(0, P_TIMEOUT, TIMEOUT);
    put(0, P_RETRY_MAX, TRIES);
    for (unsigned c = 0; c < net.channels; c++)
        put(0, NI_KERNEL + 4 * c, 0x80000000u | (1 + c % PDIDS));
    for (unsigned m = 0; m < net.boxes; m++)
        put(1, NI_KERNEL + 4 * m, 0x80000000u | (1 + m % PDIDS));
}

/* Nothing is under way any more, all is read: the books are closed. */
static void end(void)
{
    static const struct weather fair = {.name = "fair"};
    net.w = &fair;
    for (unsigned i = 0; i < 4000 && net.flights; i++) {
        tn_sim_step(4);
        arrive();
        read_boxes(ODDS);
    }
    assert_int_equal(net.flights, 0);
    tn_sim_step(100);
    while (tn_reg_read(0) | tn_reg_read(4))
        read_boxes(ODDS);
    tn_exq_messages_finish(net.board, tn_sim_cycle());
}

static void messages_arrive_once_or_are_reported(const struct weather *w, uint64_t salt)
{
    const unsigned messages = (unsigned)size_asked("TN_PACKETS", 600, SHARE);
    begin(w, messages, salt);
    for (unsigned turn = 0; is_open() && net.failures == 0; turn++) {
        const unsigned c = turn % net.channels;
        tn_sim_step(2);
        arrive();
        if (net.open[c])
            look_at(c);
        else if (net.left)
            post(c);
        if (turn % 8 == 7)
            read_boxes(w->lazy ? 4 : 48);
    }
    if (net.failures == 0)
        end();
    const unsigned long acked = tn_exq_messages_count(net.board, TN_EXQ_ACKED);
    const unsigned again = get(0, P_RETRIES), dup = get(1, NI_CAUSE + 4 * NI_DUP);
    printf("%s: %u messages, %lu acknowledged, %lu refused, %lu timed out, %u read; %u lost, %u "
           "doubled, %u spoilt, "
           "%u late on the way; %u sent again, %u duplicates; %llu cycles\n",
           w->name, messages, acked, tn_exq_messages_count(net.board, TN_EXQ_NACKED),
           tn_exq_messages_count(net.board, TN_EXQ_TIMEOUT), net.read, net.lost, net.doubled,
           net.spoilt, net.late, again, dup, (unsigned long long)tn_sim_cycle());
    printf("digest %s %lu %u %u %u\n", w->name, acked, net.read, again, dup);
    assert_int_equal(net.failures, 0);
    assert_true(acked > 0);
    tn_sim_kept("EXQ-MSG-1");
    tn_sim_kept("EXQ-MSG-2");
    if (tn_exq_messages_count(net.board, TN_EXQ_NACKED))
        tn_sim_kept("EXQ-MSG-3");
    assert_true(net.read >= acked);
    if (w->lose && !w->twice) /* a packet that is lost leaves a try without its answer */
        assert_true(again > 0 || net.lost == 0);
    else if (w->lose || w->spoil || w->late)
        assert_true(again > 0 || messages < CHANCES);
    if (w->lose || w->twice)
        assert_true(dup > 0 || messages < CHANCES);
    if (tn_sim_param("DUP_N") >= tn_sim_param("CHAN_N"))
        RULE("EXN-DUP-1", dup + get(1, NI_CAUSE + 4 * NI_NOROOM) >= net.copies);
    if (!w->lose && !w->twice && !w->spoil &&
        !w->late) /* a full mailbox alone makes it send again */
        assert_true(dup == 0 && net.read == acked);
    tn_sim_sent(messages - net.left);
    tn_exq_messages_free(net.board);
    tn_monitor_clear();
}

#define WEATHER(function, salt, ...)                                                               \
    static void function(void **state)                                                             \
    {                                                                                              \
        static const struct weather w = {#function, __VA_ARGS__};                                  \
        (void)state;                                                                               \
        messages_arrive_once_or_are_reported(&w, salt);                                            \
    }
WEATHER(in_fair_weather, 1, 0, 0, 0, 0, 20, false)
WEATHER(when_packets_are_lost, 2, 14, 0, 0, 0, 20, false)
WEATHER(when_packets_come_twice, 3, 0, 20, 0, 0, 60, false)
WEATHER(when_packets_are_spoilt, 4, 0, 0, 16, 0, 20, false)
WEATHER(when_packets_come_late, 5, 0, 4, 0, 10, 200, false)
WEATHER(when_all_goes_wrong_and_mailboxes_are_full, 6, 6, 8, 6, 4, 100, true)

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_fair_weather),
        cmocka_unit_test(when_packets_are_lost),
        cmocka_unit_test(when_packets_come_twice),
        cmocka_unit_test(when_packets_are_spoilt),
        cmocka_unit_test(when_packets_come_late),
        cmocka_unit_test(when_all_goes_wrong_and_mailboxes_are_full),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
