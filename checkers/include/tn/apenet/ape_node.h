/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the codec of APEnet and the application's library share: a node, and the size of a page.
 */
#ifndef TN_APE_NODE_H
#define TN_APE_NODE_H

#include <stdint.h>

enum { APE_PAGE = 4096 }; /* bytes of a page */

/* A node: coordinates in the lattice. */
struct ape_node {
    uint8_t x, y, z;
};

#endif
