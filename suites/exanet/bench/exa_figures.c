/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Figures of two linked nodes, whose judges stand beside: lines "FIGURE NAME X VALUE LIMIT" (suites/exanet/figures). Payload is
 * counted where it comes to the other node, bytes a cycle of the channels, from the first data packet to the last.
 */
#include "../cosim/exa_two_nodes/fw.h"
#include "../cosim/exa_two_nodes/soft.h"

enum {
    STEP = 58000, STEPS = 131072, REFRESH = 64, SEPARATOR = 8, /* of the line's clock; of exa_link */
    BLOCK = 16384, SHORT_HOLD = 1 << 13, VOLUME = 96 * 1024, LINE = 64,
    ZAX = 5 << 20, Z_WIN_DST = ZAX + 0x40000, Z_WIN_PDID = ZAX + 0x40004, Z_BANK = ZAX + 0x40040, Z_ZBASE = ZAX + 0x40060,
    HOP = 0x1090, HOP_SKIP = 0x10b0, HOP_STRUCK = 17, LOSE = 1,
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

static void figure(const char *name, double x, double value, double most)
{
    printf("FIGURE\t%s\t%g\t%.4f\t%.4f\n", name, x, value, most);
    fflush(stdout);
}

static int fresh_line(void **state)
{
    const int rc = nd_fresh(state);
    for (unsigned n = 0; n < NODES; n++)
        tn_reg_write(N_STEP + 4 * n, STEP);
    tn_reg_write(N_SWING, 0);
    tn_monitor_subscribe(on_line, NULL);
    tn_sim_step(4000);
    return rc;
}

/* Keeps so many writes of a size under way until volume bytes were sent. The source of each has its own slot. */
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

/* A transfer of size bytes by the user of node 0 over the firmware of both. Returns the cycles that it took. */
static uint64_t by_user(bool read, unsigned size)
{
    const unsigned from = read;
    const struct exa_put p = {.src = HERE, .dst = THERE, .node = nd_own(1), .length = size};
    const struct exa_get g = {.src = HERE, .dst = THERE, .node = nd_own(1), .length = size};
    const uint64_t start = tn_sim_cycle();
    struct exa_end e;
    prepare(from, HERE, !from, THERE, size);
    clear(!from);
    const int handle = read ? exa_get(&site[0].user, &g) : exa_put(&site[0].user, &p);
    assert_true(handle >= 0);
    tn_exu_judge_begin(users, tn_sim_cycle(), 0, read, handle);
    e = await(0);
    assert_int_equal(e.err, 0);
    same(from, HERE, !from, THERE, size);
    return tn_sim_cycle() - start;
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

static void by_firmware(void **state)
{
    static const unsigned sizes[] = {256, 1024, 4096, BLOCK, 4 * BLOCK};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned read = 0; read < 2; read++) {
            const uint64_t cycles = by_user(read, sizes[i]);
            if (sizes[i] > 4 * EXA_MTU) /* from the second packet on */
                figure(read ? "get" : "put", sizes[i], rate(), limit(EXA_MTU));
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

static void latency(void **state)
{
    struct sw_put *p;
    (void)state;
    tn_exa_word_subscribe(on_first_word, NULL);
    tn_axi_subscribe(on_first_beat, NULL);
    sw_begin();
    p = sw_put(0, 1, 0, 0, 0, 0, EXA_MTU);
    sw_prepare(p);
    memset(&when, 0, sizeof when);
    sw_write(p, false);
    sw_finish();
    const uint64_t steps[] = {when.control, when.beat[0][TN_AXI_CH_AR], when.beat[0][TN_AXI_CH_R], when.packet[0][0][4], when.packet[0][1][9],
                              when.packet[1][0][8], when.packet[1][1][0], when.beat[1][TN_AXI_CH_AW], when.beat[1][TN_AXI_CH_B],
                              when.packet[1][0][0], when.packet[1][1][8], when.packet[0][0][9], when.packet[0][1][1]};
    static const char *const names[] = {"", "ExaDMA: descriptor to its read", "memory: read", "ExaDMA: data to header", "switch", "link and line",
                                        "switch, there", "receiver: header to its write", "memory: write", "receiver: answer", "switch, answer",
                                        "link and line, answer", "switch, to the RT mailbox"};
    round_trip = steps[5] - steps[4] + steps[11] - steps[10];
    for (unsigned i = 1; i < sizeof steps / sizeof *steps; i++) {
        char name[64];
        snprintf(name, sizeof name, "latency %02u %s", i, names[i]);
        figure(name, i, (double)steps[i] - (double)steps[i - 1], 0);
    }
    figure("latency 13 all", 13, (double)steps[12] - (double)steps[0], 0);
}

/* Payload a cycle of a link that goes back to each packet that was lost, a round trip after it: what the same losses would cost there. */
static double go_back_n(unsigned packets, unsigned lost)
{
    const double each = EXA_MTU / limit(EXA_MTU);
    return packets * (double)EXA_MTU / (packets * each + lost * (each + (double)round_trip));
}

static void next_loss(double loss, struct tn_rng *r)
{
    unsigned n = 0;
    while (n < 65535 && (double)tn_rng_below(r, 1000000) >= loss * 1e6)
        n++;
    tn_reg_write(HOP_SKIP + 4, n);
    tn_reg_write(HOP + 4, 1u << 24 | LOSE << 16 | EXA_WRITE);
}

static void by_loss(void **state)
{
    static const double losses[] = {1e-4, 1e-3, 3e-3, 1e-2};
    const unsigned packets = getenv("TN_PACKETS") ? (unsigned)atoi(getenv("TN_PACKETS")) : 3000;
    struct tn_rng r;
    (void)state;
    nd.noisy = true;
    for (unsigned n = 0; n < NODES; n++)
        tn_exq_hops_struck(nd.hops, n, TN_EXQ_LINKS + !n);
    sw_begin();
    sw_hold(1 << 15);
    sw.timeout = LOSS_TIMEOUT;
    for (unsigned i = 0; i < sizeof losses / sizeof *losses; i++) {
        unsigned sent = 0, slot = 0, lost = 0;
        uint64_t start_at, cycles;
        tn_rng_seed(&r, tn_sim_seed(), 900 + i);
        sw_forget();
        start_at = tn_sim_cycle();
        next_loss(losses[i], &r);
        while (sent < packets || sw_under_way()) {
            while (sent < packets && sw_under_way() < 4) {
                struct sw_put *p = sw_put(0, 1, 0, slot, 0, 0, 4096);
                sw_prepare(p);
                sw_write(p, false);
                sent += 4096 / EXA_MTU;
                slot = (slot + 1) % 16;
            }
            sw_round();
            if (tn_reg_read(N_LEVELS) >> HOP_STRUCK & 1) {
                lost++;
                next_loss(losses[i], &r);
            }
            tn_sim_step(10);
        }
        cycles = tn_sim_cycle() - start_at;
        sw_finish();
        assert_int_equal(sw.failed, 0);
        figure("loss", losses[i], (double)sent * EXA_MTU / (double)cycles, limit(EXA_MTU));
        figure("loss go-back-N", losses[i], go_back_n(sent, lost), limit(EXA_MTU));
        figure("loss packets", losses[i], lost, 0);
    }
}

#define T(name)  cmocka_unit_test_setup_teardown(name, fresh_line, nd_clean)
#define TF(name) cmocka_unit_test_setup_teardown(name, fresh_firmware, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(latency), T(write_by_size), T(write_by_outstanding), TF(by_firmware), T(zdma_lines), T(by_loss),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
