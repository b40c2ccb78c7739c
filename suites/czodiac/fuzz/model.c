/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the I/O remapper on any register writes and TLPs. Input: functions and
 * ports, then steps: a byte whose low two bits are 0 for a register write (2 bytes
 * address / 4, 4 bytes value), 1 for a loaded entry (index, port, UID, OID, a window),
 * else a TLP (direction by bit 2, port, 2 bytes length, its bytes). Properties, from the
 * contract: what is forwarded bears the ID of an entry that connects it; what is
 * rejected leaves nothing or, non-posted, one UR; every TLP is counted once.
 */
#include "../../fuzz/fuzz.h"

#include <tn/czodiac/cz_remap.h>

enum { REG_COMMIT = 0x10, REG_FETCH = 0x14, REG_UID = 0x20, REG_OID = 0x24, REG_WINDOW = 0x40 };
enum { REG_FWD = 0x400, REG_REJ_U2D = 0x440, REG_REJ_D2U = 0x480 };
enum { STEPS_MAX = 64, FUNCS_MAX = 4, CAUSES = 8 };

/* Entry i as the registers show it; false when it is not valid. */
static bool entry(struct tn_cz_remap *m, unsigned i, unsigned *port, unsigned *uid, unsigned *oid)
{
    uint32_t word;
    tn_cz_remap_write(m, REG_FETCH, i);
    word = tn_cz_remap_read(m, REG_UID);
    *port = word >> 16 & 15;
    *uid = word & 0xffff;
    *oid = tn_cz_remap_read(m, REG_OID) & 0xffff;
    return word >> 31;
}

static void load(struct tn_cz_remap *m, struct fuzz_input *in)
{
    uint32_t index = (uint32_t)fuzz_take(in, 1) % (FUNCS_MAX + 1);
    uint32_t window = (uint32_t)fuzz_take(in, 1) % TN_CZ_WINDOWS * 0x20 + REG_WINDOW;
    tn_cz_remap_write(m, REG_UID, (uint32_t)fuzz_take(in, 1) << 16 | (uint32_t)fuzz_take(in, 2));
    tn_cz_remap_write(m, REG_OID, (uint32_t)fuzz_take(in, 2));
    for (uint32_t word = 0; word < 4; word++)
        tn_cz_remap_write(m, window + 4 * word, (uint32_t)fuzz_take(in, 2) << 12);
    tn_cz_remap_write(m, window + 16, 1u << 31 | (uint32_t)(fuzz_take(in, 1) & 63));
    tn_cz_remap_write(m, REG_COMMIT, index);
}

/* Does an entry connect the ID that came in (at that port) with the one that left? */
static bool connected(struct tn_cz_remap *m, unsigned funcs, enum tn_cz_dir dir, unsigned port,
                      unsigned came, const struct tn_cz_fate *fate, unsigned left)
{
    for (unsigned i = 0; i < funcs; i++) {
        unsigned p, uid, oid;
        if (!entry(m, i, &p, &uid, &oid))
            continue;
        if (dir == TN_CZ_U2D ? p == port && uid == came && oid == left
                             : p == fate->port && oid == came && uid == left)
            return true;
    }
    return false;
}

static void fate_holds(struct tn_cz_remap *m, unsigned funcs, enum tn_cz_dir dir, unsigned port,
                       const uint8_t *bytes, size_t len, const struct tn_cz_fate *fate)
{
    struct tn_tlp in, out;
    tn_tlp_decode(bytes, len, len, &in);
    FUZZ_REQUIRE(fate->cause < CAUSES && fate->len <= sizeof fate->out);
    if (fate->len == 0) {
        FUZZ_REQUIRE(fate->cause == TN_CZ_MALFORMED ||
                     (fate->cause && tn_tlp_class(in.kind) != TN_CLASS_NP));
        return;
    }
    FUZZ_REQUIRE(!(tn_tlp_decode(fate->out, fate->len, fate->len, &out) & ~(unsigned)TN_TLP_E_LENGTH));
    FUZZ_REQUIRE(fate->cls == tn_tlp_class(out.kind));
    if (fate->cause) {
        FUZZ_REQUIRE(tn_tlp_class(in.kind) == TN_CLASS_NP && tn_tlp_is_completion(out.kind));
        FUZZ_REQUIRE(out.status == TN_CPL_UR && fate->len == 12 && out.tag == in.tag);
        FUZZ_REQUIRE(out.requester == in.requester && out.tc == in.tc && out.attr == in.attr);
        return;
    }
    FUZZ_REQUIRE(out.kind == in.kind && out.length_dw == in.length_dw && out.ep == in.ep);
    FUZZ_REQUIRE(out.payload_len == in.payload_len);
    FUZZ_REQUIRE(memcmp(fate->out + out.payload_off, bytes + in.payload_off, in.payload_len) == 0);
    FUZZ_REQUIRE(connected(m, funcs, dir, port, in.requester, fate, out.requester));
}

static uint32_t counted(const struct tn_cz_remap *m)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < 6; i++)
        n += tn_cz_remap_read(m, REG_FWD + 4 * i);
    for (uint32_t i = 0; i < CAUSES; i++)
        n += tn_cz_remap_read(m, REG_REJ_U2D + 4 * i) + tn_cz_remap_read(m, REG_REJ_D2U + 4 * i);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tn_cz_fate fate;
    struct fuzz_input in = {data, size};
    unsigned funcs = (unsigned)fuzz_take(&in, 1) % FUNCS_MAX + 1;
    unsigned ports = (unsigned)fuzz_take(&in, 1) % 16 + 1;
    struct tn_cz_remap *m = tn_cz_remap_new(funcs, ports);
    uint32_t tlps = 0;
    FUZZ_REQUIRE(m != NULL);
    for (int step = 0; step < STEPS_MAX && in.left; step++) {
        unsigned what = (unsigned)fuzz_take(&in, 1), port;
        uint8_t *bytes;
        size_t len;
        if ((what & 3) == 0) {
            uint32_t addr = (uint32_t)fuzz_take(&in, 2) * 4;
            tn_cz_remap_write(m, addr, (uint32_t)fuzz_take(&in, 4));
            continue;
        }
        if ((what & 3) == 1) {
            load(m, &in);
            continue;
        }
        port = what & 4 ? 0 : (unsigned)fuzz_take(&in, 1) & 15;
        bytes = fuzz_block(&in, (size_t)fuzz_take(&in, 2), &len);
        len -= len % 4; /* the stream carries whole DWs */
        if (len && len <= TN_TLP_MAX - 4) {
            enum tn_cz_dir dir = what & 4 ? TN_CZ_D2U : TN_CZ_U2D;
            tn_cz_remap_tlp(m, dir, port, bytes, len, &fate);
            fate_holds(m, funcs, dir, port, bytes, len, &fate);
            FUZZ_REQUIRE(counted(m) == ++tlps);
        }
        free(bytes);
    }
    tn_cz_remap_reset(m);
    FUZZ_REQUIRE(counted(m) == 0);
    tn_cz_remap_free(m);
    return 0;
}
