# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of TNW's cases is spoilt: another TLP, another fill, another register, another cause.
/^expect ([0-9]+\* )?host /{ s/host .* within/host hex 7f7f7f7f within/; b; }
/^expect ([0-9]+\* )?(inj|wr) .*fill=/{ s/fill=[0-9a-fx]+/fill=0xa5/g; b; }
/^expect wr .*data=/{ s/data=[0-9a-f]+/data=a5a5a5a5/; b; }
/^expect strobe /{ s/addr=[0-9a-fx]+/addr=0x1000/; b; }
/^expect err .* OVERWRITE/{ s/OVERWRITE/ORDER/; b; }
/^expect err /{ s/ [A-Z]+ within/ OVERWRITE within/; b; }
/^expect match .* nofit/{ s/nofit/fits/; b; }
/^expect match /{ s/fits/nofit/; b; }
/^expect drop host MALF/{ s/MALF/EP/; b; }
/^expect drop host /{ s/host [A-Z]+/host MALF/; b; }
/^expect .*fill=/{ s/fill=[0-9]+/fill=99/; b; }
/^expect rx dut SKIPPED/{ s/SKIPPED/FULL/; b; }
/^expect rx dut /{ s/dut [A-Z]+/dut SKIPPED/; b; }
