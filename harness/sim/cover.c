/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Called by the bus-functional modules themselves, so that a suite need not know.
 */
#include "core.h"
#include "cover.h"
#include "cover_tnw.h"

#include "../replay/xbar_judges.h"

#include <tn/cz_cover.h>
#include <tn/exa_cover.h>
#include <tn/exa_mux_bench.h>
#include <tn/sim.h>
#include <tn/tnw_cover.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Registers of the boards' bench. */
enum { BOARD_0 = 0x1000, BOARD_1 = 0x1004 };

static struct tn_cz_cover *cz;
static struct tn_exa_cover *exa;
static struct tn_tnw_cover *tnw;
static uint32_t own; /* coordinates from the next reset on */
static bool boards;
static bool unwanted; /* by the environment, which has been asked: every packet goes by here */

static void start_cz(void)
{
    cz = tn_cz_cover_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
}

static void start_crossbar(void)
{
    struct tn_exa_xbar_params p;
    tn_xbar_parameters(&p);
    exa = tn_exa_xbar_cover_new(&p);
}

static void start_mux(void)
{
    exa = tn_exa_mux_cover_new();
}

static void start_demux(void)
{
    struct tn_exa_demux_params p;
    tn_exa_demux_bench(&p);
    exa = tn_exa_demux_cover_new(&p);
}

static void start_link(void)
{
    exa = tn_exl_cover_new(&(struct tn_exl_params){
        (unsigned)tn_sim_param("XOFF_FREE"), (unsigned)tn_sim_param("XON_FREE"),
        (unsigned)tn_sim_param("REFRESH_CYC"), (unsigned)tn_sim_param("SLIP_CYC")});
}

static void start_boards(void)
{
    exa = tn_exa_boards_cover_new();
    boards = exa != NULL;
}

static void start_mailbox(void)
{
    exa = tn_exn_cover_new(TN_EXN_MAILBOX);
}

static void start_packetizer(void)
{
    exa = tn_exn_cover_new(TN_EXN_PACKETIZER);
}

static void start_rt_mailbox(void)
{
    exa = tn_exn_cover_new(TN_EXN_RT_MAILBOX);
}

static void start_tnw(void)
{
    tnw = tn_tnw_cover_new(&(struct tn_tnw_params){(uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                                   (uint8_t)tn_sim_param("RX_PKTS_LOG2")});
}

static const struct {
    const char *dut;
    void (*start)(void);
} plans[] = {
    {"cz_ioport_remap", start_cz},     {"exa_crossbar", start_crossbar},
    {"exa_link", start_link},          {"exa_mailbox", start_mailbox},
    {"exa_packetizer", start_packetizer}, {"exa_rt_mailbox", start_rt_mailbox},
    {"tnw_link", start_tnw},
    {"exa_mux", start_mux},            {"exa_demux", start_demux},
    {"exa_qfdb", start_boards},        {"exa_two_qfdb", start_boards},
};

/* Asked for every packet and word: the environment is searched once. */
void tn_sim_cover_start(void)
{
    static bool asked;
    const char *path;
    if (asked)
        return;
    asked = true;
    path = getenv("TN_COVER");
    unwanted = !path || !*path;
    for (unsigned i = 0; path && *path && i < sizeof plans / sizeof *plans; i++)
        if (strcmp(tn_sim_dut(), plans[i].dut) == 0)
            plans[i].start();
    if (path && *path)
        tn_cover_tnw_start(tn_sim_dut());
}

static struct tn_cz_cover *of_cz(void)
{
    tn_sim_cover_start();
    return cz;
}

static struct tn_exa_cover *of_exa(void)
{
    tn_sim_cover_start();
    return exa;
}

void tn_sim_cover_reset(void)
{
    if (of_cz())
        tn_cz_cover_reset(cz);
    if (of_exa())
        tn_exa_cover_reset(exa, own);
}

void tn_sim_cover_write(uint32_t addr, uint32_t value)
{
    if (of_cz())
        tn_cz_cover_write(cz, addr, value);
    else if (of_exa() && boards && (addr == BOARD_0 || addr == BOARD_1))
        tn_exa_boards_cover_where(exa, addr == BOARD_1, value);
    else if (addr == TN_XBAR_OWN)
        own = value;
    tn_cover_tnw_write(addr, value);
}

/* A TLP that a fault has changed on its way is not what the DUT got. */
TN_CORE_HOT void tn_sim_cover_packet(const char *stream, const struct tn_event *ev)
{
    if (unwanted)
        return;
    tn_cover_tnw_packet(ev);
    if (stream[0] != 's' || ev->flags & TN_EV_FAULT || ev->len > TN_TLP_MAX - 4 || !of_cz())
        return;
    tn_cz_cover_tlp(cz, strcmp(stream, "s_usr") == 0 ? TN_CZ_U2D : TN_CZ_D2U, ev->port, ev->bytes,
                    ev->len);
}

void tn_sim_cover_ok(const char *sink, unsigned mask)
{
    if (of_cz())
        tn_cz_cover_ok(cz, strcmp(sink, "m_dev") == 0 ? TN_CZ_U2D : TN_CZ_D2U, mask);
}

/* A point of the boards' bench: "b0f1_o08" is board, FPGA, way, port of the switch. */
static void board_word(const char *point, const struct tn_exa_seen *seen)
{
    unsigned board, fpga, port;
    char way;
    if (sscanf(point, "b%1uf%1u_%c%2u", &board, &fpga, &way, &port) == 4)
        tn_exa_cover_word(exa, way == 'i', 16 * (4 * board + fpga) + port, &seen->word, seen->waited);
}

void tn_sim_cover_word(const char *stream, const struct tn_exa_seen *seen)
{
    if (of_exa() && boards)
        board_word(stream, seen);
    else if (of_exa())
        tn_exa_cover_word(exa, stream[0] == 's', seen->port, &seen->word, seen->waited);
}

/* A link's taps: 4n blocks sent by side n, 4n+1 blocks received (harness/dut/exa_link_tb.v). */
void tn_sim_cover_tap(const struct tn_exa_tap_seen *seen)
{
    tn_cover_tnw_tap(seen);
    if (of_exa() && seen->id % 4 < 2 && tn_core_runs())
        tn_exa_cover_line(exa, seen->id % 4 == 0, seen->id / 4,
                          &(struct tn_exl_block){(uint8_t)seen->head, seen->data});
}

void tn_sim_cover_reject(unsigned cause)
{
    if (of_exa())
        tn_exa_cover_cause(exa, cause);
}

void tn_sim_cover_axi(const struct tn_axi_seen *seen)
{
    if (of_exa())
        tn_exa_cover_axi(exa, seen);
}

void tn_sim_cover_tnw(const struct tn_tnw_pins *pins)
{
    tn_sim_cover_start();
    if (tnw)
        tn_tnw_cover_cycle(tnw, &pins->in, &pins->out);
}

int tn_sim_cover_finish(void)
{
    const char *path = getenv("TN_COVER");
    const struct tn_cover *counts = cz    ? tn_cz_cover_counts(cz)
                                    : exa ? tn_exa_cover_counts(exa)
                                    : tnw ? tn_tnw_cover_counts(tnw)
                                          : tn_cover_tnw_counts();
    FILE *f;
    int rc;
    if (!counts)
        return 0;
    f = fopen(path, "w");
    rc = f ? tn_cover_write(counts, f) : -errno;
    if (f && fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc < 0)
        fprintf(stderr, "cover: %s: %s\n", path, strerror(-rc));
    tn_cz_cover_free(cz);
    tn_exa_cover_free(exa);
    tn_cover_tnw_free();
    tn_tnw_cover_free(tnw);
    tnw = NULL;
    cz = NULL;
    exa = NULL;
    return rc;
}
