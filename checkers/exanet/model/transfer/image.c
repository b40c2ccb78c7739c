/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Plain images of the memories, by node, protection domain and page. A transaction changes the image when it is complete,
 * and not before; until then each byte of its destination is the old one or its own.
 */
#include "transfer.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { PAGES = 1 << 20, NODE_AT = 47, PDID_AT = 31 };

struct page {
    uint64_t key;
    uint8_t *bytes; /* EXF_PAGE of them */
};

static uint64_t key_of(unsigned node, unsigned pdid, uint64_t va)
{
    return (uint64_t)(node + 1) << NODE_AT | (uint64_t)pdid << PDID_AT | va / EXF_PAGE;
}

static uint8_t *page_of(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va)
{
    bool made;
    struct page *p = tn_keyed_add(&j->pages, key_of(node, pdid, va), &made);
    tn_require(p != NULL);
    if (made) {
        p->bytes = calloc(1, EXF_PAGE);
        tn_require(p->bytes != NULL);
    }
    return p->bytes;
}

static size_t part_of(uint64_t va, size_t n)
{
    const size_t left = EXF_PAGE - va % EXF_PAGE;
    return n < left ? n : left;
}

void tn_exf_image_read(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n)
{
    for (size_t part; n > 0; n -= part, va += part, bytes += part) {
        part = part_of(va, n);
        memcpy(bytes, page_of(j, node, pdid, va) + va % EXF_PAGE, part);
    }
}

void tn_exf_image_write(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n)
{
    for (size_t part; n > 0; n -= part, va += part, bytes += part) {
        part = part_of(va, n);
        memcpy(page_of(j, node, pdid, va) + va % EXF_PAGE, bytes, part);
    }
}

/* A byte that differs from its image, and whether a transaction or loose packet under way may have written it. */
struct byte {
    unsigned node, pdid;
    uint64_t va;
    uint8_t found;
    bool may;
};

static void may_have_written(struct tn_exf_judge *j, struct exf_txn *t, void *ctx)
{
    struct byte *b = ctx;
    (void)j;
    if (t->answered || t->to != b->node || t->f.pdid != b->pdid || b->va - t->f.addr >= t->f.length)
        return;
    b->may = b->may || t->bytes[b->va - t->f.addr] == b->found;
}

static bool may_differ(struct tn_exf_judge *j, struct byte *b)
{
    b->may = false;
    tn_exf_each(j, may_have_written, b);
    for (unsigned i = 0; i < EXF_LOOSE && !b->may; i++) {
        const struct exf_loose *l = &j->loose[i];
        b->may = l->used && l->node == b->node && l->pdid == b->pdid && b->va - l->addr < l->size &&
                 l->bytes[b->va - l->addr] == b->found;
    }
    return b->may;
}

/* Compares n bytes with their image. The first byte that nothing explains has a verdict. */
static void compare(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, size_t n)
{
    uint8_t found[EXF_PAGE], image[EXF_PAGE];
    struct byte b = {.node = node, .pdid = pdid};
    tn_exf_image_read(j, node, pdid, va, image, n);
    j->peek(j->ctx, node, pdid, va, found, n);
    for (size_t i = 0; i < n; i++) {
        if (found[i] == image[i])
            continue;
        b.va = va + i;
        b.found = found[i];
        if (may_differ(j, &b))
            continue;
        tn_judge(&j->judge, EXF_MEM_2, false, "a byte that no transfer writes as it was",
                 "node %u, PDID %x, byte %llx is %02x and was %02x", node, pdid, (unsigned long long)b.va, b.found, image[i]);
        tn_exf_image_write(j, node, pdid, va, found, n); /* one verdict for one fault */
        return;
    }
    tn_judge_held(&j->judge, EXF_MEM_2);
}

void tn_exf_image_complete(struct tn_exf_judge *j, const struct exf_txn *t)
{
    uint8_t found[TN_EXD_BYTES];
    unsigned at = 0;
    j->peek(j->ctx, t->to, t->f.pdid, t->f.addr, found, t->f.length);
    while (at + 1 < t->f.length && found[at] == t->bytes[at])
        at++;
    tn_judge(&j->judge, EXF_MEM_1, found[at] == t->bytes[at], "the source's bytes at their place",
             "tid %u: byte %u of %u, at %llx of node %u, is %02x for %02x", t->tid, at, t->f.length,
             (unsigned long long)(t->f.addr + at), t->to, found[at], t->bytes[at]);
    tn_exf_image_write(j, t->to, t->f.pdid, t->f.addr, found, t->f.length);
    for (uint64_t va = t->f.addr / EXF_PAGE * EXF_PAGE; va < t->f.addr + t->f.length; va += EXF_PAGE)
        compare(j, t->to, t->f.pdid, va, EXF_PAGE);
}

void tn_exf_image_abandon(struct tn_exf_judge *j, const struct exf_txn *t)
{
    uint8_t found[TN_EXD_BYTES];
    if (t->to >= j->params.nodes || t->answered)
        return;
    for (uint64_t va = t->f.addr, end = va + t->f.length, part; va < end; va += part)
        compare(j, t->to, t->f.pdid, va, part = part_of(va, end - va));
    j->peek(j->ctx, t->to, t->f.pdid, t->f.addr, found, t->f.length);
    tn_exf_image_write(j, t->to, t->f.pdid, t->f.addr, found, t->f.length);
}

void tn_exf_image_finish(struct tn_exf_judge *j)
{
    for (const struct page *p = tn_keyed_next(&j->pages, NULL); p; p = tn_keyed_next(&j->pages, p))
        compare(j, (unsigned)(p->key >> NODE_AT) - 1, p->key >> PDID_AT & 0xffff,
                (p->key & ((1ull << PDID_AT) - 1)) * EXF_PAGE, EXF_PAGE);
}

void tn_exf_image_free(struct tn_exf_judge *j)
{
    for (const struct page *p = tn_keyed_next(&j->pages, NULL); p; p = tn_keyed_next(&j->pages, p))
        free(p->bytes);
    tn_keyed_free(&j->pages);
}
