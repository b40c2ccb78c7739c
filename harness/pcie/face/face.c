/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of PCIe: TLPs, and the link frames that they travel in.
 */
#include "pcie.h"

static enum tn_tone tone(const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    if (!tn_event_tlp(ev, &e, &t))
        return TN_TONE_NONE;
    if (t.err & ~(unsigned)TN_TLP_E_LENGTH)
        return TN_TONE_WRONG;
    return tn_tlp_is_completion(t.kind) ? TN_TONE_ANSWER
           : tn_tlp_has_data(t.kind)    ? TN_TONE_DATA
                                        : TN_TONE_REQUEST;
}

static void name_id(char name[TN_END_NAME], unsigned id)
{
    snprintf(name, TN_END_NAME, "%02x:%02x.%x", id >> 8, id >> 3 & 31, id & 7);
}

/* A request goes to whatever has its address; its completions say who that is. */
static bool ends(const struct tn_event *ev, const struct tn_check_params *par, char from[TN_END_NAME],
                 char to[TN_END_NAME])
{
    struct tn_event e;
    struct tn_tlp t;
    (void)par;
    if (!tn_event_tlp(ev, &e, &t) || t.err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX))
        return false;
    name_id(from, tn_tlp_is_completion(t.kind) ? t.completer : t.requester);
    if (tn_tlp_is_completion(t.kind))
        name_id(to, t.requester);
    else if (t.kind >= TN_TLP_CFGRD0 && t.kind <= TN_TLP_CFGWR1)
        name_id(to, t.dest_id);
    return true;
}

static const char *const rules[] = {"TLP-", "CPL-", "TAG-", "ORD-", "ECRC-", "DLL-", "FRM-", "FC-", NULL};

extern const struct tn_wave_kind *const tn_waves_pcie[];

static const struct tn_command commands[] = {
    {"decode", tn_cmd_decode, "decode TLP headers given as hex, from a kernel log or lspci",
     "[--json] [--ext-tags 0|1|10] [WORD... | -f LOG]"},
    {.name = NULL},
};

const struct tn_face tn_face_pcie = {
    .name = "pcie",
    .fabric = TN_FABRIC_PCIE,
    .rules = rules,
    .show = {.line = tn_print_tlp,
             .fields = tn_print_tlp_fields,
             .json = tn_json_tlp,
             .ends = ends,
             .tone = tone},
    .filter = &tn_filter_pcie,
    .stats = &tn_stats_pcie,
    .check = &tn_check_pcie,
    .gen = &tn_gen_pcie,
    .converters = tn_convert_pcie,
    .commands = commands,
    .waves = tn_waves_pcie,
};
