/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functions that the library's files share.
 */
#ifndef TN_APE_USER_PRIVATE_H
#define TN_APE_USER_PRIVATE_H

#include <tn/apenet/ape_user.h>

/* The next two access a register. They return 0 or the error of the access. */
int tn_ape_put(struct ape_user *u, uint32_t addr, uint32_t value);
int tn_ape_get(struct ape_user *u, uint32_t addr, uint32_t *value);

/* Enters a page into the page table (ape_fw.h). Returns 0, or -ENOSPC when a table is wanted and
 * there is no memory for it. */
int tn_ape_page_enter(struct ape_user *u, uint16_t pid, uint64_t vaddr, uint64_t pa);
/* Removes a page from the page table. Tables stay. */
void tn_ape_page_remove(struct ape_user *u, uint16_t pid, uint64_t vaddr);

#endif
