# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A block of a kind of one's own with tables, and without a line of C.

BLOCKS += my_pipe
my_pipe.rtl := my_pipe.v
