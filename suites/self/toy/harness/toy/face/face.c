/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of the toy: what the tenter command shows of its packets.
 */
#include <tn/face.h>

#include <tn/toy/toy.h>

static void decode(const struct tn_event *ev, struct toy_packet *k)
{
    toy_decode(ev->bytes, ev->len, ev->orig_len, k);
}

static bool crc_wrong(const struct tn_event *ev, const struct toy_packet *k)
{
    return k->header && k->crc != toy_want_crc(ev->bytes);
}

static bool line(FILE *f, const struct tn_event *ev)
{
    struct toy_packet k;
    if (ev->unit != TN_UNIT_PACKET)
        return false;
    decode(ev, &k);
    if (!k.header)
        fputs("Toy    no header", f);
    else
        fprintf(f, "Toy    number %u hops %u words %u%s", k.seq, k.hops, k.words,
                crc_wrong(ev, &k) ? " [CRC wrong]"
                : k.whole         ? ""
                                  : " [length wrong]");
    return true;
}

static void fields(FILE *f, const struct tn_event *ev)
{
    tn_print_header(f, "toy_hdr", ev->bytes, ev->len, 0);
}

static void json(FILE *f, const struct tn_event *ev)
{
    struct toy_packet k;
    decode(ev, &k);
    if (k.header)
        fprintf(f, ",\"hops\":%u,\"seq\":%u,\"words\":%u,\"crc_ok\":%s", k.hops, k.seq, k.words,
                crc_wrong(ev, &k) ? "false" : "true");
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct toy_packet k;
    decode(ev, &k);
    return !k.header || !k.whole || crc_wrong(ev, &k) ? TN_TONE_WRONG : TN_TONE_DATA;
}

/* What --filter can name. */
enum field { F_HOPS, F_SEQ, F_WORDS };
static const char *const names[] = {"hops", "seq", "words", NULL};

static bool look(const struct tn_event *ev, void *view)
{
    struct toy_packet *k = view;
    decode(ev, k);
    return k->header;
}

static bool value(const void *view, size_t field, uint64_t *v)
{
    const struct toy_packet *k = view;
    *v = field == F_HOPS ? k->hops : field == F_SEQ ? k->seq : k->words;
    return true;
}

static const char *constant(size_t field, const char *word, uint64_t *v)
{
    (void)field, (void)word, (void)v;
    return ""; /* no field has named values */
}

static const struct tn_face_filter filter = {.names = names,
                                             .view_size = sizeof(struct toy_packet),
                                             .look = look,
                                             .value = value,
                                             .constant = constant};

static const char *const rules[] = {"TOY-", NULL};

const struct tn_face tn_face_toy = {
    .name = "toy",
    .fabric = TN_FABRIC_TOY,
    .rules = rules,
    .dut = "toy_relay",
    .show = {.line = line, .fields = fields, .json = json, .tone = tone},
    .filter = &filter,
};
