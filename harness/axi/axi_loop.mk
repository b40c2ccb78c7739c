# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# No block but a loop, for the AXI masters' own tests.

BLOCKS += axi_loop
axi_loop.fabric := axi
axi_loop.rtl :=
axi_loop.params := ID_W=4..16 ADDR_W=40..64 USER_W=8..16
axi_loop.legal :=
axi_loop.shapes := ID_W=4,ADDR_W=40,USER_W=8 \
    ID_W=16,ADDR_W=64,USER_W=16 \
    ID_W=7,ADDR_W=48,USER_W=11
axi_loop.pages := IHI
axi_loop.dead_check := yes
axi_loop.quick := smoke
