/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the cluster's face.
 */
#ifndef TN_FACE_CLUSTER_H
#define TN_FACE_CLUSTER_H

#include <tn/cluster/cluster.h>
#include <tn/face.h>

extern const struct tn_face_gen tn_gen_cluster;

#endif
