# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# shellcheck shell=bash
# What the tests of a DUT's replay and campaigns share: a folder that goes with them, results in TAP with what
# the last command printed ($dir/out), and a look into that. bad is their exit code.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# shellcheck disable=SC2034 # read where this is sourced
bad=0
result() { # name status
    if [ "$2" = 0 ]; then echo "ok $1"; else echo "not ok $1"; cat "$dir/out"; bad=1; fi
}
has() { grep -qE -- "$1" "$dir/out"; }
