# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of APEnet's cases is spoilt: another process.
/^expect ([0-9]+\* )?(line|rx[01]|out[0-5]|own[01]) /{ s/ (PUT|SEND|GET|GET_REPLY)( |$)/ \1 pid=0x7a7a /; b; }
