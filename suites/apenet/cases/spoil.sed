# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of APEnet's cases is spoilt: another process.
/^expect ([0-9]+\* )?(line|rx[01]|out[0-5]|own[01]) /{ s/ (PUT|SEND|GET|GET_REPLY)( |$)/ \1 pid=0x7a7a /; b; }
# Of a network interface: another packet, another process of an event, other bytes in memory, another result of a command.
/^expect ([0-9]+\* )?tx /{ s/ (PUT|SEND|GET|GET_REPLY)( |$)/ \1 flip=30 /; b; }
/^expect event /{ s/ pid=[0-9]+/ pid=0x7a7a/; b; }
/^memory /{ s/ byte=[0-9]+/ byte=0xee/; s/ zero/ byte=0xee/; b; }
/^(buffer|command) /{ s/ code=[0-9]+//; s/$/ code=77/; b; }
