/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The application's library: registered buffers and the page table.
 */
#include "pages.h"
#include "registers.h"
#include "user.h"

#include <errno.h>
#include <string.h>

/* Says where a page's entry in the last level is. make: tables that are missing are made. Returns 0
 * or -ENOSPC; -ENOENT when make is false and a table is missing. */
static int entry_of(struct ape_user *u, uint16_t pid, uint64_t vaddr, bool make, uint64_t *at)
{
    static const uint8_t none[APE_PAGE];
    const struct ape_user_config *c = &u->config;
    uint8_t bytes[APE_ENTRY];
    uint64_t table = c->pages;
    for (unsigned level = 0; level + 1 < APE_LEVELS; level++) {
        const uint64_t here = table + ape_entry_at(level, pid, vaddr);
        c->ops.peek(c->ctx, here, bytes, sizeof bytes);
        table = ape_from_bytes(bytes);
        if (!(table & APE_PRESENT)) {
            if (!make)
                return -ENOENT;
            if (u->free_page + APE_PAGE > c->pages_end)
                return -ENOSPC;
            table = u->free_page;
            u->free_page += APE_PAGE;
            c->ops.poke(c->ctx, table, none, sizeof none);
            ape_to_bytes(bytes, table | APE_PRESENT);
            c->ops.poke(c->ctx, here, bytes, sizeof bytes);
        }
        table &= APE_ENTRY_PA;
    }
    *at = table + ape_entry_at(APE_LEVELS - 1, pid, vaddr);
    return 0;
}

int tn_ape_page_enter(struct ape_user *u, uint16_t pid, uint64_t vaddr, uint64_t pa)
{
    uint8_t bytes[APE_ENTRY];
    uint64_t at;
    const int rc = entry_of(u, pid, vaddr, true, &at);
    if (rc)
        return rc;
    ape_to_bytes(bytes, (pa & APE_ENTRY_PA) | APE_PRESENT);
    u->config.ops.poke(u->config.ctx, at, bytes, sizeof bytes);
    return 0;
}

void tn_ape_page_remove(struct ape_user *u, uint16_t pid, uint64_t vaddr)
{
    static const uint8_t none[APE_ENTRY];
    uint64_t at;
    if (entry_of(u, pid, vaddr, false, &at) == 0)
        u->config.ops.poke(u->config.ctx, at, none, sizeof none);
}

/* Runs a command on a buffer. Returns the buffer's slot, or a negative errno. */
static int command(struct ape_user *u, unsigned op, const struct ape_buffer *b)
{
    static const int error[] = {
        [APE_FULL] = -ENOSPC, [APE_BAD] = -EINVAL, [APE_NOT_FOUND] = -ENOENT};
    const struct ape_ops *ops = &u->config.ops;
    const uint64_t begin = ops->now(u->config.ctx);
    uint32_t result = 0;
    int rc;
    if ((rc = tn_ape_put(u, APE_CMD_PID, b->pid)) ||
        (rc = tn_ape_put(u, APE_CMD_FLAGS, b->flags)) ||
        (rc = tn_ape_put(u, APE_CMD_VADDR, (uint32_t)b->vaddr)) ||
        (rc = tn_ape_put(u, APE_CMD_VADDR + 4, (uint32_t)(b->vaddr >> 32))) ||
        (rc = tn_ape_put(u, APE_CMD_LENGTH, b->length)) || (rc = tn_ape_put(u, APE_CMD_OP, op)))
        return rc;
    while ((rc = tn_ape_get(u, APE_CMD_RESULT, &result)) == 0 && result >> APE_PENDING_BIT) {
        if (ops->now(u->config.ctx) - begin >= u->config.patience)
            return -ETIMEDOUT;
        ops->idle(u->config.ctx);
    }
    if (rc)
        return rc;
    const unsigned code = result & APE_CODE_MASK;
    if (code == APE_DONE)
        return (int)(result >> APE_SLOT_AT & APE_SLOT_MASK);
    return code < sizeof error / sizeof *error ? error[code] : -EPROTO;
}

/* Says whether a registered buffer other than that in slot has a byte in the page. */
static bool page_in_use(const struct ape_user *u, int slot, uint16_t pid, uint64_t page)
{
    for (int i = 0; i < APE_BUFFERS; i++) {
        const struct ape_buffer *b = &u->buffer[i];
        if (i != slot && b->length && b->pid == pid && b->vaddr < page + APE_PAGE &&
            b->vaddr + b->length > page)
            return true;
    }
    return false;
}

/* Removes the pages below end that no buffer but that in slot needs. */
static void remove_pages(struct ape_user *u, int slot, const struct ape_buffer *b, uint64_t end)
{
    for (uint64_t page = b->vaddr & ~(uint64_t)(APE_PAGE - 1); page < end; page += APE_PAGE)
        if (!page_in_use(u, slot, b->pid, page))
            tn_ape_page_remove(u, b->pid, page);
}

/* Pins the buffer's pages and enters them into the page table; no page when one of them cannot be.
 */
static int enter_pages(struct ape_user *u, const struct ape_buffer *b)
{
    for (uint64_t page = b->vaddr & ~(uint64_t)(APE_PAGE - 1); page < b->vaddr + b->length;
         page += APE_PAGE) {
        uint64_t pa;
        const int rc = !u->config.ops.pin(u->config.ctx, b->pid, page, &pa)
                           ? -EFAULT
                           : tn_ape_page_enter(u, b->pid, page, pa);
        if (rc) {
            remove_pages(u, -1, b, page);
            return rc;
        }
    }
    return 0;
}

int ape_register_buffer(struct ape_user *u, const struct ape_buffer *b)
{
    if (b->length == 0 || b->vaddr + b->length > 1ull << 48)
        return -EINVAL;
    for (int i = 0; i < APE_BUFFERS; i++)
        if (u->buffer[i].length && u->buffer[i].pid == b->pid && u->buffer[i].vaddr == b->vaddr)
            return -EEXIST;
    int rc = enter_pages(u, b);
    if (rc)
        return rc;
    rc = command(u, APE_OP_REGISTER, b);
    if (rc < 0)
        remove_pages(u, -1, b, b->vaddr + b->length);
    else
        u->buffer[rc] = *b;
    return rc;
}

int ape_unregister_buffer(struct ape_user *u, int slot)
{
    if (slot < 0 || slot >= APE_BUFFERS || u->buffer[slot].length == 0)
        return -ENOENT;
    struct ape_buffer *b = &u->buffer[slot];
    remove_pages(u, slot, b, b->vaddr + b->length);
    const int rc = command(u, APE_OP_UNREGISTER, b);
    if (rc >= 0)
        b->length = 0;
    return rc < 0 ? rc : 0;
}

int ape_release_buffer(struct ape_user *u, int slot)
{
    if (slot < 0 || slot >= APE_BUFFERS || u->buffer[slot].length == 0)
        return -ENOENT;
    const int rc = command(u, APE_OP_RELEASE, &u->buffer[slot]);
    return rc < 0 ? rc : 0;
}
