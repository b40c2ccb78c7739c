/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that cases of TNW's blocks share.
 */
#include "tnw_words.h"

#include <tn/tnw/tnw.h>

#include <errno.h>
#include <string.h>

int tn_case_tnw_id(struct tn_case_parser *p, const char *text, unsigned *id, const char **rest)
{
    if (text[0] < '0' || text[0] > '7' || text[1] != '.' || text[2] < '0' || text[2] > '7')
        return tn_case_fail(p, "'%.40s' is no L.V (link, channel)", text);
    *id = (unsigned)(text[0] - '0') * 8 + (unsigned)(text[2] - '0');
    *rest = text + 3;
    return 0;
}

int tn_case_tnw_register(struct tn_case_parser *p, const struct tn_case_register *registers,
                         unsigned n, uint32_t base, const char *text, uint32_t *out)
{
    const char *rest;
    unsigned id;
    if (text[0] != 'W' || text[1] < '0' || text[1] > '9')
        return 1;
    if (tn_case_tnw_id(p, text + 1, &id, &rest) < 0)
        return -EINVAL;
    if (*rest != '.' || id >= TNW_LINKS * TNW_VCS)
        return tn_case_fail(p, "register '%.40s': WL.V.NAME", text);
    const int rc = tn_case_register_of(p, registers, n, rest + 1, out);
    *out += base + id * CASE_TNW_WINDOW;
    return rc;
}

void tn_case_tnw_put(uint8_t *out, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = (uint8_t)(value >> 8 * (n - 1 - i));
}

int tn_case_tnw_payload(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                        uint8_t *bytes, uint8_t *mask, size_t *len)
{
    uint64_t fill;
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], "data=", 5) == 0) {
            const int rc = tn_case_data(p, p->word[k] + 5, masked, bytes, mask, TNW_PAYLOAD, len);
            if (rc == 0 && *len != TNW_NOTE && *len != TNW_PAYLOAD)
                return tn_case_fail(p, "data of %d or %d bytes", TNW_NOTE, TNW_PAYLOAD);
            return rc;
        }
    if (tn_case_field(p, at, end, "fill", 255, &fill) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        bytes[i] = (uint8_t)(fill + i);
    memset(mask, 0xff, TNW_PAYLOAD);
    *len = TNW_PAYLOAD;
    return 0;
}

int tn_case_tnw_write(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                      struct tn_case_tlp *out)
{
    static const char *const names[] = {"addr", "fill", "data", NULL};
    uint64_t addr;
    size_t len;
    if (tn_case_known(p, at, end, names) < 0 ||
        tn_case_field(p, at, end, "addr", UINT64_MAX, &addr) < 0 ||
        tn_case_room(p, out, CASE_TNW_WRITE + TNW_PAYLOAD) < 0 ||
        tn_case_tnw_payload(p, at, end, masked, out->bytes + CASE_TNW_WRITE,
                            out->mask + CASE_TNW_WRITE, &len) < 0)
        return -EINVAL;
    out->len = CASE_TNW_WRITE + len;
    tn_case_tnw_put(out->bytes, addr, CASE_TNW_WRITE);
    return 0;
}
