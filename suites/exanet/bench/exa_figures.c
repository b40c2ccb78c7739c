/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Figures of two linked nodes, whose judges stand beside: lines "FIGURE NAME HOPS X VALUE LIMIT"
 * (suites/exanet/figures). Payload is counted where it comes to the other node, bytes a cycle of
 * the channels, from the first data packet to the last.
 */
#include "../cosim/exa_two_nodes/fw.h"
#include "../cosim/exa_two_nodes/soft.h"
#include "go_back_n.h"

enum {
    STEP = 58000,
    STEPS = 131072,
    REFRESH = 64,
    SEPARATOR = 8, /* of the line's clock; of exa_link */
    N_HOPS = 0x1040,
    BLOCK = 16384,
    SHORT_HOLD = 1 << 13,
    VOLUME = 96 * 1024,
    LINE = 64,
    ZAX = 5 << 20,
    Z_WIN_DST = ZAX + 0x40000,
    Z_WIN_PDID = ZAX + 0x40004,
    Z_BANK = ZAX + 0x40040,
    Z_ZBASE = ZAX + 0x40060,
    HOP = 0x1090,
    HOP_SKIP = 0x10b0,
    HOP_STRUCK = 17,
    LOSE = 1,
    LOSS_TIMEOUT = 12000,
};

/* Payload that came over the line into a node, since it was cleared. */
static struct {
    unsigned node;
    uint64_t first, last; /* cycles of the first and of the last packet's end */
    uint64_t bytes, packets;
} came;

static void on_line(void *ctx, const struct tn_event *ev)
{
    struct exa_packet k;
    const char *name = tn_monitor_point(ev->point);
    (void)ctx;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (name[5] == 'o' || ev->port < TN_EXQ_LINKS || (unsigned)(name[3] - '0') != came.node)
        return;
    if (k.type != EXA_WRITE && k.type != EXA_ZWRITE && k.type != EXA_ZREAD_RSP)
        return;
    if (!came.first)
        came.first = ev->cycle;
    else
        came.bytes += k.size;
    came.last = ev->cycle;
    came.packets++;
}

static void clear(unsigned node)
{
    memset(&came, 0, sizeof came);
    came.node = node;
}

static double rate(void)
{
    return came.last > came.first ? (double)came.bytes / (double)(came.last - came.first) : 0;
}

/* Payload that the line can carry a cycle in packets of so many bytes. */
static double limit(unsigned size)
{
    const double words = (size + EXA_WORD - 1) / EXA_WORD * EXA_WORD;
    return 8.0 * STEP / STEPS * (1 - 1.0 / REFRESH) * size / (words + 2 * EXA_WORD + SEPARATOR);
}

static unsigned hops = 1; /* from node to node */

static void figure(const char *name, double x, double value, double most)
{
    printf("FIGURE\t%s\t%u\t%g\t%.4f\t%.4f\n", name, hops, x, value, most);
    fflush(stdout);
}

static int fresh_line(void **state)
{
    int rc;
    tn_reg_write(N_HOPS, hops);
    rc = nd_fresh(state);
    for (unsigned n = 0; n < NODES; n++)
        tn_reg_write(N_STEP + 4 * n, STEP);
    tn_reg_write(N_SWING, 0);
    tn_monitor_subscribe(on_line, NULL);
    tn_sim_step(4000);
    return rc;
}

/* Keeps so many writes of a size under way until volume bytes were sent. The source of each has its
 * own slot. */
static void stream(unsigned size, unsigned most, unsigned volume)
{
    static bool prepared[64];
    unsigned sent = 0, slot = 0;
    sw_forget();
    memset(prepared, 0, sizeof prepared);
    clear(1);
    while (sent < volume || sw_under_way()) {
        while (sent < volume && sw_under_way() < most) {
            struct sw_put *p = sw_put(0, 1, 0, slot, 0, 0, size);
            if (!prepared[slot])
                sw_prepare(p);
            prepared[slot] = true;
            sw_write(p, false);
            sent += size;
            slot = (slot + 1) % (2 * most);
        }
        sw_round();
        tn_sim_step(4);
    }
    sw_finish();
    assert_int_equal(sw.retries, 0);
}

static void begin(void)
{
    sw_begin();
    sw_hold(SHORT_HOLD);
    sw.timeout = SW_PATIENCE;
}

static void write_by_size(void **state)
{
    static const unsigned sizes[] = {16, 64, 256, 1024, 4096, BLOCK};
    (void)state;
    begin();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        stream(sizes[i], 16, sizes[i] < 1024 ? 64 * sizes[i] : VOLUME);
        figure("write", sizes[i], rate(), limit(sizes[i] < EXA_MTU ? sizes[i] : EXA_MTU));
    }
}

static void write_by_outstanding(void **state)
{
    (void)state;
    begin();
    for (unsigned n = 1; n <= 16; n *= 2) {
        stream(1024, n, VOLUME / 2);
        figure("outstanding", n, rate(), limit(EXA_MTU));
    }
}

/* Begins a transfer of the user of node 0, at its own place. Returns its handle. */
static int begin_transfer(bool read, unsigned size, unsigned slot)
{
    const uint64_t here = HERE + (uint64_t)slot * size, there = THERE + (uint64_t)slot * size;
    const struct exa_put p = {.src = here, .dst = there, .node = nd_own(1), .length = size};
    const struct exa_get g = {.src = there, .dst = here, .node = nd_own(1), .length = size};
    const int handle = read ? exa_get(&site[0].user, &g) : exa_put(&site[0].user, &p);
    assert_true(handle >= 0);
    tn_exu_judge_begin(users, tn_sim_cycle(), 0, read, handle);
    return handle;
}

/* So many transfers of size bytes by the user of node 0 over the firmware of both, most of them at
 * a time. Returns the cycles that they took. */
static uint64_t by_user(bool read, unsigned size, unsigned transfers, unsigned most)
{
    const unsigned from = read;
    const uint64_t start = tn_sim_cycle();
    unsigned begun = 0;
    uint64_t cycles;
    prepare(from, read ? THERE : HERE, !from, read ? HERE : THERE, size * transfers);
    clear(!from);
    for (unsigned ended = 0; ended < transfers; ended++) {
        while (begun < transfers && begun - ended < most)
            begin_transfer(read, size, begun++);
        assert_int_equal(await(0).err, 0);
    }
    cycles = tn_sim_cycle() - start;
    same(from, read ? THERE : HERE, !from, read ? HERE : THERE, size * transfers);
    return cycles;
}

static int fresh_firmware(void **state)
{
    const int rc = fresh_line(state);
    memset(site, 0, sizeof site);
    users = tn_exu_judge_new(PATIENCE, nd_on_verdict, NULL);
    assert_non_null(users);
    for (unsigned n = 0; n < NODES; n++)
        start(n);
    return rc;
}

/* Reads that the other node's mailbox holds, and the bytes of a measurement. */
enum { AT_A_TIME = 4, MEASURED = 64 * 1024 };

static void by_firmware(void **state)
{
    static const unsigned sizes[] = {64, 256, 1024, 4096, BLOCK, 4 * BLOCK};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned read = 0; read < 2; read++) {
            const unsigned n = sizes[i] <= 1024      ? 64
                               : sizes[i] < MEASURED ? MEASURED / sizes[i]
                                                     : 1;
            const uint64_t cycles = by_user(read, sizes[i], 1, 1);
            by_user(read, sizes[i], n, AT_A_TIME);
            figure(read ? "get" : "put", sizes[i], rate(),
                   limit(sizes[i] < EXA_MTU ? sizes[i] : EXA_MTU));
            figure(read ? "get time" : "put time", sizes[i], (double)cycles, 0);
        }
}

/* zDMA: as many lines as its slots take. */
static void zdma(bool read)
{
    enum { LINES = 400, OPEN = 12 };
    struct tn_axi_master *win = tn_axi_find("win0");
    struct tn_memory *far = tn_memory_find("zax1");
    struct tn_axi_txn *open[OPEN] = {NULL};
    uint8_t bytes[LINE];
    unsigned begun = 0, ended = 0;
    tn_memory_domain(far, TN_MEMORY_BY_BANK);
    tn_memory_bind(far, 0, (int)nd_pdid(0));
    tn_memory_map(far, nd_pdid(0), 0, 0, LINES * LINE, TN_MEMORY_READ | TN_MEMORY_WRITE);
    nd_write(0, Z_WIN_DST, 1u << 31 | nd_own(1));
    nd_write(0, Z_WIN_PDID, nd_pdid(0));
    nd_write(1, Z_ZBASE, 0);
    nd_write(1, Z_BANK, 1u << 31 | nd_pdid(0));
    memset(bytes, 0x5a, sizeof bytes);
    clear(!read);
    for (unsigned waited = 0; ended < LINES; tn_sim_step(1)) {
        assert_true(++waited < 400000);
        for (unsigned i = 0; i < OPEN; i++) {
            if (open[i] && open[i]->done) {
                assert_int_equal(open[i]->resp, TN_AXI_OKAY);
                tn_axi_free(open[i]);
                open[i] = NULL;
                ended++;
            }
            if (open[i] || begun == LINES)
                continue;
            open[i] = tn_axi_new(LINE / TN_AXI_BUS);
            assert_non_null(open[i]);
            open[i]->write = !read;
            open[i]->burst = TN_AXI_INCR;
            open[i]->size = 4;
            open[i]->id = i;
            open[i]->addr = LINE * begun++;
            if (!read)
                tn_axi_fill(open[i], bytes, sizeof bytes);
            tn_axi_issue(win, open[i]);
        }
    }
    figure(read ? "zdma load" : "zdma store", LINE, rate(), limit(LINE));
}

static void zdma_lines(void **state)
{
    (void)state;
    zdma(false);
    tn_sim_step(500);
    zdma(true);
}

static uint64_t round_trip; /* of two links and their line, cycles */

/* When the first packet and the first beats of a write were where. */
static struct {
    uint64_t packet[NODES][2][16], beat[NODES][TN_AXI_CHANNELS], control;
} when;

static void mark(uint64_t *at_cycle, uint64_t cycle)
{
    if (!*at_cycle)
        *at_cycle = cycle;
}

static void on_first_word(void *ctx, const struct tn_exa_seen *s)
{
    (void)ctx;
    if (s->word.kind == TN_EXA_HDR)
        mark(&when.packet[nd_node(s->point)][nd_is_out(s->point)][s->port], s->cycle);
}

static void on_first_beat(void *ctx, const char *port, const struct tn_axi_seen *s)
{
    (void)ctx;
    if (!s->valid || !s->ready)
        return;
    if (port[0] == 'm')
        mark(&when.beat[port[3] - '0'][s->channel], s->cycle);
    else if (s->channel == TN_AXI_CH_W)
        when.control = when.beat[0][TN_AXI_CH_AR] ? when.control : s->cycle;
}

/* Of one packet of so many bytes, on links that carry nothing else: x is its size. */
static void latency_of(unsigned size)
{
    struct sw_put *p;
    tn_exa_word_subscribe(on_first_word, NULL);
    tn_axi_subscribe(on_first_beat, NULL);
    sw_begin();
    p = sw_put(0, 1, 0, 0, 0, 0, size);
    sw_prepare(p);
    memset(&when, 0, sizeof when);
    sw_write(p, false);
    sw_finish();
    const uint64_t steps[] = {
        when.control,         when.beat[0][TN_AXI_CH_AR], when.beat[0][TN_AXI_CH_R],
        when.packet[0][0][4], when.packet[0][1][9],       when.packet[1][0][8],
        when.packet[1][1][0], when.beat[1][TN_AXI_CH_AW], when.beat[1][TN_AXI_CH_B],
        when.packet[1][0][0], when.packet[1][1][8],       when.packet[0][0][9],
        when.packet[0][1][1]};
    static const char *const names[] = {"",
                                        "ExaDMA: descriptor to its read",
                                        "memory: read",
                                        "ExaDMA: data to header",
                                        "switch",
                                        "link and line",
                                        "switch, there",
                                        "receiver: header to its write",
                                        "memory: write",
                                        "receiver: answer",
                                        "switch, answer",
                                        "link and line, answer",
                                        "switch, to the RT mailbox"};
    round_trip = steps[5] - steps[4] + steps[11] - steps[10];
    for (unsigned i = 1; i < sizeof steps / sizeof *steps; i++) {
        char name[64];
        snprintf(name, sizeof name, "latency %02u %s", i, names[i]);
        figure(name, size, (double)steps[i] - (double)steps[i - 1], 0);
    }
    figure("latency 13 one way, to memory", size, (double)steps[8] - (double)steps[0], 0);
    figure("latency 14 all", size, (double)steps[12] - (double)steps[0], 0);
}

static void latency_of_16_bytes(void **state)
{
    (void)state;
    latency_of(EXA_WORD);
}

static void latency_of_a_packet(void **state)
{
    (void)state;
    latency_of(EXA_MTU);
}

/* Losses: one in so many packets, at a random place of each such stretch, as gaps between them. */
enum { MOST_LOSSES = 4096 };
static struct {
    uint32_t at[MOST_LOSSES],
        gap[MOST_LOSSES]; /* packets before it, on the whole and since the loss before */
    unsigned losses, next;
    bool armed;
} plan;

static void plan_losses(unsigned one_in, unsigned packets)
{
    const unsigned losses = 2 * packets / one_in; /* packets that are sent again count, too */
    struct tn_rng r;
    tn_rng_seed(&r, tn_sim_seed(), 900 + one_in);
    memset(&plan, 0, sizeof plan);
    assert_true(losses <= MOST_LOSSES);
    for (unsigned i = 0; i < losses; i++)
        plan.at[i] = i * one_in + (uint32_t)tn_rng_below(&r, one_in);
    for (unsigned i = 0; i < losses; i++)
        plan.gap[i] = plan.at[i] - (i ? plan.at[i - 1] + 1 : 0);
    plan.losses = losses;
}

/* The next loss of the plan is told to the line, as soon as its count of packets can hold it. */
static void strike_next(void)
{
    uint64_t passed;
    if (plan.armed && tn_reg_read(N_LEVELS) >> HOP_STRUCK & 1) {
        plan.armed = false;
        plan.next++;
    }
    passed = came.packets + plan.next;
    if (plan.armed || plan.next == plan.losses || plan.at[plan.next] > passed + 60000)
        return;
    tn_reg_write(HOP_SKIP + 4,
                 plan.at[plan.next] > passed ? (uint32_t)(plan.at[plan.next] - passed) : 0);
    tn_reg_write(HOP + 4, 1u << 24 | LOSE << 16 | EXA_WRITE);
    plan.armed = true;
}

/* Transactions of a size, so many under way, until packets were sent for the first time. The
 * payload is that of transactions that have ended when the last one begins, so the end, at which
 * nothing else is under way beside a timeout, does not count. */
static double under_loss(unsigned size, unsigned most, unsigned packets)
{
    static bool prepared[SW_PUTS];
    unsigned sent = 0, slot = 0;
    uint64_t start_at;
    double payload = 0;
    sw_forget();
    memset(prepared, 0, sizeof prepared);
    clear(1);
    start_at = tn_sim_cycle();
    while (sent < packets || sw_under_way()) {
        while (sent < packets && sw_under_way() < most) {
            struct sw_put *p = sw_put(0, 1, 0, slot, 0, 0, size);
            if (!prepared[slot])
                sw_prepare(p);
            prepared[slot] = true;
            sw_write(p, false);
            sent += size / EXA_MTU;
            slot = (slot + 1) % (2 * most);
            if (sent >= packets)
                payload = (double)sw.done * size / (double)(tn_sim_cycle() - start_at);
        }
        sw_round();
        strike_next();
        tn_sim_step(40);
    }
    sw_finish();
    assert_int_equal(sw.failed, 0);
    return payload;
}

static void go_back_n(double loss, unsigned packets, unsigned window)
{
    const double each = EXA_MTU / limit(EXA_MTU);
    const struct gbn_losses losses = {plan.gap, plan.losses};
    const struct gbn asks = {each, (double)round_trip, LOSS_TIMEOUT, window, true};
    const struct gbn waits = {each, (double)round_trip, LOSS_TIMEOUT, window, false};
    figure("loss go-back-N with nacks", loss,
           packets * (double)EXA_MTU / gbn_run(&asks, &losses, packets), limit(EXA_MTU));
    figure("loss go-back-N by timeout", loss,
           packets * (double)EXA_MTU / gbn_run(&waits, &losses, packets), limit(EXA_MTU));
}

static void by_loss(void **state)
{
    static const struct {
        unsigned one_in, packets;
    } losses[] = {{100000, 100000}, {10000, 20000}, {1000, 8000}, {300, 5000}, {100, 4000}};
    static const struct {
        unsigned size, most;
    } kinds[] = {{4096, 4}, {4096, 7}, {1024, 16}};
    (void)state;
    const unsigned cap = getenv("TN_PACKETS") ? (unsigned)atoi(getenv("TN_PACKETS")) : 0;
    nd.noisy = true;
    for (unsigned n = 0; n < NODES; n++)
        tn_exq_hops_struck(nd.hops, n, TN_EXQ_LINKS + !n);
    sw_begin();
    sw_hold(1 << 15);
    sw.timeout = LOSS_TIMEOUT;
    for (unsigned i = 0; i < sizeof losses / sizeof *losses; i++) {
        const double loss = 1.0 / losses[i].one_in;
        const unsigned packets = cap && cap < losses[i].packets ? cap : losses[i].packets;
        /* the rarest losses take the longest runs, and tell the kinds apart the least */
        for (unsigned k = 0; k < (i ? sizeof kinds / sizeof *kinds : 1); k++) {
            char name[64];
            plan_losses(losses[i].one_in, packets);
            snprintf(name, sizeof name, "loss %u x %u", kinds[k].most, kinds[k].size);
            figure(name, loss, under_loss(kinds[k].size, kinds[k].most, packets), limit(EXA_MTU));
            snprintf(name, sizeof name, "lost of %u x %u", kinds[k].most, kinds[k].size);
            figure(name, loss, plan.next, 0);
        }
        go_back_n(loss, packets, kinds[0].most * kinds[0].size / EXA_MTU);
    }
}

/* The tests behind it have two hops, or three. */
static int two_hops(void **state)
{
    hops = 2;
    (void)state;
    return 0;
}

static int three_hops(void **state)
{
    hops = 3;
    (void)state;
    return 0;
}

#define T(name)  cmocka_unit_test_setup_teardown(name, fresh_line, nd_clean)
#define TF(name) cmocka_unit_test_setup_teardown(name, fresh_firmware, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(latency_of_16_bytes), T(latency_of_a_packet), T(write_by_size), T(write_by_outstanding),
        TF(by_firmware),        T(zdma_lines),          T(by_loss),
    };
    const struct CMUnitTest far[] = {T(latency_of_16_bytes), T(latency_of_a_packet),
                                     T(write_by_size), TF(by_firmware), T(zdma_lines)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0 ||
           cmocka_run_group_tests(far, two_hops, NULL) != 0 ||
           cmocka_run_group_tests(far, three_hops, NULL) != 0;
}
