#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check tells one seeded violation of each kind in each form of capture; make regress has more of them.
set -u
PYTHONDONTWRITEBYTECODE=1 python3 suites/pcie/violations/run "$1/tenter" 1
