/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of the I/O remapper say and no others: its sides, registers, causes
 * (checkers/czodiac/spec/cz_ioport_remap.md). Its tables are in table.c, TLPs in tlp.c.
 */
#include "../../case/parse.h"

#include "../dut/cz_duts.h"

#include <string.h>

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    static const struct {
        const char *side, *in, *out;
    } sides[] = {{"usr", "s_usr", "m_usr"}, {"dev", "s_dev", "m_dev"}};
    for (int k = 0; k < 2; k++) {
        *out = input ? sides[k].in : sides[k].out;
        if (strcmp(text, sides[k].side) == 0 || strcmp(text, *out) == 0)
            return 0;
    }
    return tn_case_fail(p, "no port '%.40s' (usr, dev)", text);
}

static bool user_side(const char *stream)
{
    return strcmp(stream + 2, "usr") == 0;
}

static const char *across(const char *stream)
{
    return user_side(stream) ? "s_dev" : "s_usr";
}

static void rejected(struct tn_case_step *s)
{
    s->dir = !user_side(s->point);
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    return tn_case_tlp(p, at, end, masked, user_side(stream), out);
}

static int line(struct tn_case_parser *p)
{
    const char *w = p->word[0];
    bool ours = strcmp(w, "stage") == 0 || strcmp(w, "entry") == 0 || strcmp(w, "clear") == 0;
    return ours ? tn_case_table_line(p) : 1;
}

/* The registers of the contract, section 2; [i] where n is above 1. */
static const struct tn_case_register registers[] = {
    {"ID", 0x000, 0, 1},
    {"PARAMS", 0x004, 0, 1},
    {"CPL_ID", 0x008, 0, 1},
    {"STATUS", 0x00c, 0, 1},
    {"COMMIT", 0x010, 0, 1},
    {"FETCH", 0x014, 0, 1},
    {"OPEN", 0x018, 0, 1},
    {"STAGE_UID", 0x020, 0, 1},
    {"STAGE_OID", 0x024, 0, 1},
    {"STAGE_UBASE_LO", 0x040, 32, 6},
    {"STAGE_UBASE_HI", 0x044, 32, 6},
    {"STAGE_OBASE_LO", 0x048, 32, 6},
    {"STAGE_OBASE_HI", 0x04c, 32, 6},
    {"STAGE_SIZE", 0x050, 32, 6},
    {"FWD_U2D_P", 0x400, 0, 1},
    {"FWD_U2D_NP", 0x404, 0, 1},
    {"FWD_U2D_CPL", 0x408, 0, 1},
    {"FWD_D2U_P", 0x40c, 0, 1},
    {"FWD_D2U_NP", 0x410, 0, 1},
    {"FWD_D2U_CPL", 0x414, 0, 1},
    {"UR_USR", 0x418, 0, 1},
    {"UR_DEV", 0x41c, 0, 1},
    {"ECRC_BAD", 0x420, 0, 1},
    {"REJ_U2D", 0x440, 4, 8},
    {"REJ_D2U", 0x480, 4, 8},
};

static const char *const streams[] = {"s_usr", "s_dev", "m_usr", "m_dev", NULL};
static const char *const classes[] = {"P", "NP", "CPL"};
static const char *const causes[] = {"",          "RID_MISS", "RID_MULTI",   "BAR_MISS",
                                     "BAR_MULTI", "BAR_PAST", "UNSUPPORTED", "MALFORMED"};

const struct tn_case_words tn_case_cz = {
    .ports = "usr|dev",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "reject",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .reject_port = true,
    .lines = "stage, entry, clear",
    .point = point,
    .across = across,
    .rejected = rejected,
    .form = form,
    .line = line,
};
