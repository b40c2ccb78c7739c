#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What make says before a build that cannot begin, and of a build that was moved.
set -u
. suites/cli/hex.bash
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ready=harness/tools/ready

is "nothing is said when all is there" "" "$($ready "$dir/b" bash stdio.h 2>&1)"
is "commands and headers that are missing are named, with the remedy" \
    "not installed: no_such_command no_such_header.h (make deps installs them, as root or with sudo)" \
    "$($ready "$dir/b" bash no_such_command stdio.h no_such_header.h 2>&1)"
is "a folder that cannot be written is named, with the remedy" \
    "/proc/tenter cannot be written; B=folder names another place for all that is made" "$($ready /proc/tenter bash 2>&1)"
mkdir -p "$dir/b/sim/verilator" "$dir/b/sim/icarus"
is "a build that stays keeps its models" "yes" "$($ready "$dir/b" bash 2>&1)$([ -d "$dir/b/sim/verilator" ] && echo yes)"
echo /elsewhere >"$dir/b/.tree"
is "a build that was moved is told" "make: $dir/b was made in /elsewhere; its Verilator models are made anew" "$($ready "$dir/b" bash 2>&1)"
is "and has lost what has the old folder's paths, and nothing else" "no yes" \
    "$([ -d "$dir/b/sim/verilator" ] || echo no) $([ -d "$dir/b/sim/icarus" ] && echo yes)"
