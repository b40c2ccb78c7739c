/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Figures of a PCIe link whose one end is the RTL, with its judges beside: lines "FIGURE NAME X
 * VALUE LIMIT" (suites/czodiac/figures). Payload is counted where the far end delivers it. Times
 * are symbol times. The word speed as an argument: TLPs a second of processor time alone.
 */
#include "../cosim/cz_link/link.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum {
    HEADER = 12, /* bytes of a TLP before its payload */
    AROUND = 8,  /* symbols around a TLP: STP, number, LCRC, END */
    DLLP = 8,    /* symbols of a DLLP */
    SET = 4,     /* symbol times of a SKP ordered set */
    ACK_LIMIT = 0x010,
    SKIP = 20,   /* TLPs before the first that counts: the link fills */
    RUN = 120,   /* TLPs of a run of payload and recovery */
    STRUCK = 60, /* TLP that is struck */
    ENOUGH = 400000,
    BITS = 10, /* of a symbol */
    NONE = 65535,
};

static struct {
    struct tn_cz_dll_params par;
    unsigned skp_cyc;
    uint64_t at[RUN];        /* cycles in which the far end delivered TLPs */
    unsigned came;           /* TLPs that the far end delivered */
    uint64_t first, last;    /* cycles of the first and of the last of them */
    unsigned bad_tlp;        /* TLP that arrives with a wrong bit; NONE */
    unsigned lost_ack;       /* number whose first Ack is lost; NONE */
    bool lose_nak;           /* the next Nak is lost */
    unsigned tlps;           /* frames of TLPs that came to the far end's wire */
    uint64_t ack_lost, mend; /* cycles: an Ack is lost; an Ack says as much */
    double ber, gap;         /* errors a bit towards the far end; bits to the next one */
} fig;

static void on_seen(void *ctx, enum tn_cz_place at, const struct tn_cz_frame *f, uint64_t first,
                    uint64_t last)
{
    dll_seen(ctx, at, f, first, last);
    if (at != TN_CZ_FAR)
        return;
    if (fig.came == 0)
        fig.first = last;
    if (fig.came < RUN)
        fig.at[fig.came] = last;
    fig.came++;
    fig.last = last;
}

/* Spoils the TLP, loses the Ack or the Nak that the figure wants. */
static unsigned on_wire(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f)
{
    const unsigned seq = (f->bytes[2] & 15u) << 8 | f->bytes[3];
    (void)dll_wire(ctx, way, cycle, f);
    if (way == TN_CZ_M_FRM) {
        if (!f->dllp && fig.tlps++ == fig.bad_tlp)
            f->bytes[8] ^= 1;
        return 1;
    }
    if (!f->dllp || (f->bytes[0] & 0xef) != 0)
        return 1;
    if (f->bytes[0] == 0x10 && fig.lose_nak) {
        fig.lose_nak = false;
        return 0;
    }
    if (f->bytes[0] == 0 && fig.lost_ack == seq && !fig.ack_lost) {
        fig.ack_lost = cycle;
        return 0;
    }
    if (fig.ack_lost && !fig.mend && seq >= fig.lost_ack)
        fig.mend = cycle;
    return 1;
}

/* Bits to the next error. */
static double gap(void)
{
    const double u = (double)(1 + tn_rng_below(&dll.rng, 1u << 30)) / (1u << 30);
    return log(u) / log1p(-fig.ber);
}

static void on_symbols(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_symbols *s)
{
    link_strike(ctx, way, cycle, s);
    if (way != TN_CZ_M_FRM || fig.ber <= 0)
        return;
    for (; fig.gap < BITS * dll.lanes; fig.gap += 1 + gap()) {
        const unsigned bit = (unsigned)fig.gap;
        s->lane[bit / BITS] ^= (uint16_t)(1u << bit % BITS);
    }
    fig.gap -= BITS * dll.lanes;
}

/* A link that is up, whose far end grants without limit, with its Acks no later than ack_limit. */
static void begin(unsigned ack_limit)
{
    struct tn_cz_dll_params far;
    memset(&fig, 0, sizeof fig);
    fig.bad_tlp = fig.lost_ack = NONE;
    tn_cz_bench_params(&fig.par);
    fig.skp_cyc = (unsigned)tn_sim_param("SKP_CYC");
    far = (struct tn_cz_dll_params){fig.par.mps, fig.par.lanes, 14, 11, {0}, {0}};
    dll_begin(&fig.par, &far);
    link_begun();
    dll.bench->seen = on_seen;
    dll.bench->wire = on_wire;
    dll.bench->strike = on_symbols;
    tn_sim_step(2000);
    tn_cz_bench_write(dll.bench, ACK_LIMIT, ack_limit);
}

/* Makes a posted write of so many bytes. */
static void write_of(unsigned bytes, struct tn_cz_frame *f)
{
    *f = (struct tn_cz_frame){.len = HEADER + bytes};
    f->bytes[0] = 0x40;
    f->bytes[2] = (uint8_t)(bytes / 4 >> 8);
    f->bytes[3] = (uint8_t)(bytes / 4);
    for (size_t i = HEADER; i < f->len; i++)
        f->bytes[i] = (uint8_t)tn_rng_next(&dll.rng);
}

/* Sends TLPs to the far end, and as many back, and waits until all have come. */
static void pass(unsigned bytes, unsigned there, unsigned back)
{
    struct tn_cz_frame f;
    dll.to_far.sent = dll.to_far.got = dll.to_dut.sent = dll.to_dut.got = 0;
    memset(dll.rows, 0, sizeof dll.rows);
    fig.came = 0;
    for (unsigned i = 0; i < there; i++) {
        write_of(bytes, &f);
        assert_int_equal(tn_cz_bench_send(dll.bench, TN_CZ_S_TLP, &f, 0), 0);
    }
    for (unsigned i = 0; i < back; i++) {
        write_of(bytes, &f);
        dll_must_come(&dll.to_dut, &f);
        assert_int_equal(tn_cz_bench_send(dll.bench, TN_CZ_FAR, &f, 0), 0);
    }
    assert_true(tn_sim_step_until(dll_quiet, NULL, ENOUGH));
    tn_sim_step(1000);
    assert_int_equal(fig.came, there);
    assert_int_equal(dll.verdicts + dll.wrong + dll.unknown, 0);
}

static void end(void)
{
    dll_stop(NULL);
}

/* Symbol times of a TLP with that payload. */
static double each(unsigned bytes)
{
    return (double)(bytes + HEADER + AROUND) / fig.par.lanes;
}

/* Payload share of the line that ordered sets, the TLPs' other symbols, and an Ack of every so many
 * TLPs leave. */
static double limit(unsigned bytes, double tlps)
{
    return (1 - (double)SET / fig.skp_cyc) * bytes / (bytes + HEADER + AROUND + DLLP / tlps);
}

static void figure(const char *name, double x, double value, double most)
{
    printf("FIGURE\t%s\t%g\t%g\t%g\n", name, x, value, most);
    fflush(stdout);
}

static const unsigned sizes[] = {16, 32, 64, 128, 256, 512};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Both ways: the Acks of what comes take their place among what leaves. */
static void share_by_payload(void **state)
{
    char name[48];
    (void)state;
    for (unsigned policy = 1; policy <= 16; policy *= 4)
        for (unsigned i = 0; i < SIZES; i++) {
            begin(1);
            const unsigned least = 64 + (fig.par.mps + 43) / 16, acks = policy * least;
            end();
            begin(acks);
            pass(sizes[i], RUN, RUN + RUN / 4);
            const double tlps = ceil(acks / each(sizes[i]));
            snprintf(name, sizeof name, "share, Ack within %u", acks);
            figure(name, sizes[i],
                   (double)sizes[i] * (RUN - SKIP - 1) / (double)(fig.at[RUN - 1] - fig.at[SKIP]) /
                       fig.par.lanes,
                   limit(sizes[i], tlps));
            end();
        }
}

/* Symbol times by which the TLP that is struck comes later. */
static double delay(unsigned bytes, bool lose_nak)
{
    begin(0);
    fig.bad_tlp = STRUCK;
    fig.lose_nak = lose_nak;
    pass(bytes, RUN, 0);
    const double d = (double)(fig.at[STRUCK] - fig.at[STRUCK - 1]) - each(bytes);
    end();
    return d;
}

/* Symbol times from a lost Ack to one that says as much. */
static double without_ack(unsigned bytes, unsigned number)
{
    begin(0);
    fig.lost_ack = number;
    pass(bytes, RUN, 0);
    assert_true(fig.mend > fig.ack_lost);
    const double d = (double)(fig.mend - fig.ack_lost);
    end();
    return d;
}

/* The sender's timer as cz_framing.md section 7 has it. */
static double timer(void)
{
    const unsigned f = (fig.par.mps + 43) / 16;
    return 3 * tn_cz_dll_ack_limit(fig.par.mps, fig.par.lanes) + f + 16 * (f + 1) / fig.par.lanes +
           64;
}

static void recovery(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SIZES; i++) {
        const unsigned n = sizes[i];
        figure("corrupted TLP", n, delay(n, false), each(n) + (double)DLLP / fig.par.lanes);
        figure("corrupted TLP, Nak lost", n, delay(n, true), timer());
        figure("lost Ack, TLPs follow", n, without_ack(n, STRUCK), each(n));
        figure("lost Ack of the last TLP", n, without_ack(n, RUN - 1), timer());
    }
}

/* Expected payload share: a TLP that is struck costs what a Nak takes, and each time that it is
 * struck again, when no second Nak comes, what the timer takes. */
static double expected(unsigned bytes, double ber, double clean, double nak, double late)
{
    const double p = 1 - pow(1 - ber, BITS * (bytes + HEADER + AROUND));
    const double mean = bytes / clean / fig.par.lanes + p * nak + p * p / (1 - p) * late;
    return bytes / mean / fig.par.lanes;
}

static void share_by_errors(void **state)
{
    enum { BYTES = 128, ROUND = 800 };
    static const struct {
        double ber;
        unsigned rounds;
    } errors[] = {{0, 1}, {1e-7, 80}, {1e-6, 20}, {1e-5, 5}, {1e-4, 2}};
    const char *cap = getenv("TN_TLPS");
    const unsigned most = cap ? 1 + (unsigned)atoi(cap) / ROUND : 1000;
    const double nak = delay(BYTES, false), late = delay(BYTES, true);
    double clean = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) {
        const unsigned rounds = errors[i].rounds < most ? errors[i].rounds : most;
        double cycles = 0;
        begin(0);
        fig.ber = errors[i].ber;
        fig.gap = fig.ber > 0 ? gap() : 0;
        for (unsigned r = 0; r < rounds; r++) {
            pass(BYTES, ROUND, 0);
            cycles += (double)(fig.last - fig.first);
        }
        const double share = (double)BYTES * (ROUND - 1) * rounds / cycles / fig.par.lanes;
        if (i == 0)
            clean = share;
        else
            figure("share by errors", fig.ber, share, expected(BYTES, fig.ber, clean, nak, late));
        end();
    }
}

static void speed(void **state)
{
    enum { BYTES = 128, N = 200 };
    (void)state;
    begin(0);
    const clock_t from = clock();
    pass(BYTES, N, N);
    figure("speed", BYTES, 2 * N / ((double)(clock() - from) / CLOCKS_PER_SEC), 0);
    end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(share_by_payload),
                                       cmocka_unit_test(recovery),
                                       cmocka_unit_test(share_by_errors)};
    const struct CMUnitTest speeds[] = {cmocka_unit_test(speed)};
    return argc > 1 && strcmp(argv[1], "speed") == 0
               ? cmocka_run_group_tests(speeds, NULL, NULL) != 0
               : cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
