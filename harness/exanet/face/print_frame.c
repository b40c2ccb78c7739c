/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A frame of ExaNet's serial link: its blocks, and the packet in it.
 */
#include "exanet.h"

/* What stands between frames, or inside one beside its data: "NFC XOFF, idle NR", each once. */
static void print_control(FILE *f, const struct exa_frame *fr)
{
    const struct {
        unsigned n;
        const char *name;
    } parts[] = {
        {fr->xoff, "NFC XOFF"},
        {fr->count[EXA_B_NFC] - fr->xoff, "NFC XON"},
        {fr->nr, "idle NR"},
        {fr->count[EXA_B_IDLE] - fr->nr, "idle"},
        {fr->count[EXA_B_UNKNOWN], "unknown control"},
        {fr->count[EXA_B_HEAD], "invalid head"},
        {fr->count[EXA_B_SEPARATOR7], "separator-7"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 1)
            fprintf(f, ", %u %s", parts[i].n, parts[i].name);
        else if (parts[i].n)
            fprintf(f, ", %s", parts[i].name);
}

void tn_print_exa_frame(FILE *f, const struct tn_event *ev)
{
    struct exa_frame fr;
    struct tn_event packet;
    bool holds = tn_exa_unframe(ev, &fr, &packet);
    fprintf(f, "%u blocks", fr.blocks);
    print_control(f, &fr);
    if (ev->len < ev->orig_len)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
    else if (fr.half || fr.part || fr.beyond || (!fr.closed && fr.count[EXA_B_DATA]))
        fputs(" [frame broken]", f);
    if (!holds)
        return;
    fputs(": ", f);
    tn_print_exa(f, &packet);
}

void tn_print_exa_frame_fields(FILE *f, const struct tn_event *ev)
{
    struct exa_frame fr;
    struct tn_event packet;
    for (uint32_t at = 0; at + EXA_BLOCK_OCTETS <= ev->len; at += EXA_BLOCK_OCTETS) {
        const struct exa_block b = exa_block_decode(ev->bytes + at);
        fprintf(f, "        block %2u %-21s", at / EXA_BLOCK_OCTETS, exa_block_name(&b));
        for (unsigned i = 1; i < EXA_BLOCK_OCTETS; i++)
            fprintf(f, " %02x", ev->bytes[at + i]);
        fputc('\n', f);
    }
    if (tn_exa_unframe(ev, &fr, &packet))
        tn_print_exa_fields(f, &packet);
}

void tn_json_exa_frame(FILE *f, const struct tn_event *ev)
{
    struct exa_frame fr;
    struct tn_event packet;
    bool holds = tn_exa_unframe(ev, &fr, &packet);
    fprintf(f, ",\"blocks\":%u,\"data\":%u,\"closed\":%s,\"xon\":%u,\"xoff\":%u,\"nr\":%u", fr.blocks,
            fr.count[EXA_B_DATA], fr.closed ? "true" : "false", fr.count[EXA_B_NFC] - fr.xoff, fr.xoff,
            fr.nr);
    if (holds)
        tn_json_exa(f, &packet);
}
