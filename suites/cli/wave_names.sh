#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter wave finds the same port and the same two faults in it whatever its signals are called and
# however the waveform is written.
set -u
. suites/cli/hex.bash
tenter=$(realpath "$1")/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# cycles of 4 ns, edges at 2, 6, 10, ...: AWADDR changes while AWVALID waits (seen at 42 ns), AWVALID
# becomes unknown (seen at 166 ns), and nothing else is wrong
cat >"$dir/port.v" <<'END_OF_BENCH'
`timescale 1ns / 1ps
module tb;
    reg aclk = 0, aresetn = 0;
    reg m_axi_awvalid = 0, m_axi_wvalid = 0, m_axi_bready = 1, m_axi_arvalid = 0, m_axi_rready = 1, m_axi_wlast = 0;
    reg [31:0] m_axi_awaddr = 0, m_axi_araddr = 0, m_axi_wdata = 0;
    reg [7:0] m_axi_awlen = 0, m_axi_arlen = 0;
    reg [2:0] m_axi_awsize = 2, m_axi_arsize = 2;
    reg [1:0] m_axi_awburst = 1, m_axi_arburst = 1;
    reg [3:0] m_axi_awid = 0, m_axi_arid = 0, m_axi_wstrb = 4'hf;
    reg m_axi_awready, m_axi_wready, m_axi_bvalid, m_axi_arready, m_axi_rvalid, m_axi_rlast;
    reg [31:0] m_axi_rdata;
    reg [1:0] m_axi_bresp, m_axi_rresp;
    reg [3:0] m_axi_bid, m_axi_rid;
    reg [7:0] n = 0, left = 0;
    real level = 0.5;
    always #2 aclk = !aclk;
    // the slave takes an address in its second cycle, and answers a read at once
    always @(posedge aclk) begin
        m_axi_awready <= aresetn && m_axi_awvalid && !m_axi_awready;
        m_axi_wready  <= aresetn;
        m_axi_arready <= aresetn && m_axi_arvalid && !m_axi_arready;
        level <= level + 0.25;
        if (!aresetn) {m_axi_bvalid, m_axi_rvalid, left} <= 0;
        else begin
            if (m_axi_wvalid && m_axi_wready && m_axi_wlast) {m_axi_bvalid, m_axi_bid, m_axi_bresp} <= {1'b1, 4'd3, 2'd0};
            else if (m_axi_bready) m_axi_bvalid <= 0;
            if (m_axi_arvalid && m_axi_arready) {left, m_axi_rid, m_axi_rresp} <= {m_axi_arlen + 8'd1, m_axi_arid, 2'd0};
            else if (left != 0) left <= left - 1;
            m_axi_rvalid <= left != 0;
            m_axi_rlast  <= left == 1;
            m_axi_rdata  <= left;
        end
    end
    always @(posedge aclk) begin
        n <= n + 1;
        aresetn <= n > 4;
        case (n)
            8: {m_axi_awvalid, m_axi_awaddr, m_axi_awid, m_axi_awlen} <= {1'b1, 32'h1000, 4'd3, 8'd1};
            9: m_axi_awaddr <= 32'h1040;
            10: m_axi_awvalid <= 0;
            12: {m_axi_wvalid, m_axi_wdata} <= {1'b1, 32'h11};
            13: {m_axi_wlast, m_axi_wdata} <= {1'b1, 32'h22};
            14: {m_axi_wvalid, m_axi_wlast} <= 0;
            20: {m_axi_arvalid, m_axi_araddr, m_axi_arid, m_axi_arlen} <= {1'b1, 32'h2000, 4'd5, 8'd3};
            22: m_axi_arvalid <= 0;
            40: m_axi_awvalid <= 1'bx;
            42: m_axi_awvalid <= 0;
            45: {m_axi_arvalid, m_axi_araddr} <= {1'b1, 32'h3000};
            47: m_axi_arvalid <= 0;
            60: $finish;
        endcase
    end
    initial begin
        $dumpfile("port.vcd");
`ifdef LATE
        #204;
`endif
        $dumpvars(0, tb);
`ifdef GAP
        #198 $dumpoff;
        #8 $dumpon;
`endif
    end
endmodule
END_OF_BENCH
cd "$dir" || exit 2

# make_wave NAME [FLAG [ARG]]: the bench's waveform
make_wave() {
    iverilog -g2005 ${2:+"$2"} -o port.vvp port.v && vvp -n port.vvp ${3:+"$3"} >/dev/null && mv port.vcd "$1"
}
# judged NAME FILE PATH TRANSFERS [FAULTS]: the port with that path, and its faults
judged() {
    local code
    "$tenter" wave --list --check "$2" >out 2>err
    code=$?
    is "$1: code" $((${5-2} > 0)) $code
    is "$1: the port" "$3 $4" "$(sed -En 's/^axi4 +([^ ]+) +32 bits +([0-9]+) transfers.*/\1 \2/p' out)"
    is "$1: faults" "${5-2}" "$(grep -cE '^AXI-(HSK-2 +at 42|UNK-1 +at 166)\.000 ns' out)"
    is "$1: and no other" "${5-2}" "$(grep -cE '^[A-Z]+-[A-Z]+-[0-9]+ ' out)"
}
# renamed NAME PATH SED: the same waveform with other names
renamed() {
    sed -E "/^\\\$var/ { $3 }" plain.vcd >renamed.vcd
    judged "$1" renamed.vcd "$2" 14
}
make_wave plain.vcd
make_wave plain.fst "" -fst
judged "VCD" plain.vcd tb.m_axi 14
judged "FST" plain.fst tb.m_axi 14
renamed "a slave's names" tb.s_axi 's/m_axi_/s_axi_/'
renamed "capitals" tb.S_AXI 's/ m_axi_([a-z]*)/ S_AXI_\U\1/; s/ aclk/ S_AXI_ACLK/; s/ aresetn/ S_AXI_ARESETN/'
renamed "numbered ports" tb.m00_axi 's/m_axi_/m00_axi_/; s/ aclk/ m00_axi_aclk/; s/ aresetn/ m00_axi_aresetn/'
renamed "directions behind" tb.axi 's/m_axi_([a-z]*)/axi_\1_o/; s/ aclk/ clk_i/; s/ aresetn/ rst_ni/'
renamed "directions in front" tb 's/ m_axi_([a-z]*ready|b[a-z]*|r[a-z]*) / i_axi_\1 /; s/ m_axi_/ o_axi_/; s/ aclk/ i_clk/; s/ aresetn/ i_aresetn/'
renamed "words apart" tb.io_axi 's/ m_axi_(aw|ar|w|b|r)(valid|ready)/ io_axi_\1_\2/; s/ m_axi_(aw|ar|w|b|r)([a-z]+)/ io_axi_\1_bits_\2/; s/ aclk/ clock/; s/ aresetn/ resetn/'
renamed "payloads" tb.io_axi 's/ m_axi_(aw|ar|w|b|r)(valid|ready)/ io_axi_\1_\2/; s/ m_axi_(aw|ar|w|b|r)([a-z]+)/ io_axi_\1_payload_\2/'
renamed "an end's words" tb.axi 's/ m_axi_([a-z]*ready|b[a-z]*|r[a-z]*) / axi_s2m_\1 /; s/ m_axi_/ axi_m2s_/'
renamed "escaped names with dots" tb.u_dut.m_axi 's/ m_axi_([a-z]*)/ \\u_dut.m_axi.\1/'
renamed "ranges without a blank" tb.m_axi 's/ \[([0-9]+):0\]/[\1:0]/'
renamed "a user clock" tb.m_axi 's/ aclk/ user_clk/; s/ aresetn/ user_reset_n/'
renamed "a clock of an own name" tb.m_axi 's/ aclk/ clk_156mhz/; s/ aresetn/ rst_156mhz_n/'

# a stream that goes through a module: what comes in lacks TUSER, which changes on what goes out
cat >through.vcd <<'END'
$timescale 1 ns $end
$scope module t $end
$var wire 1 ! clk $end
$var wire 1 " i_tvalid $end
$var wire 1 # i_tready $end
$var wire 8 $ i_tdata $end
$var wire 1 % o_tvalid $end
$var wire 1 & o_tready $end
$var wire 8 ' o_tdata $end
$var wire 1 ( o_tuser $end
$upscope $end
$enddefinitions $end
#0
0! 1" 0# b1 $ 0% 1& b1 ' 0(
#5
1!
#10
0! 1(
#15
1!
#20
0! 1#
#25
1!
#30
0!
END
"$tenter" wave --check through.vcd >out 2>err
is "the way out's signals are not those of the way in" 0 $?

# signals in the scope of an interface
sed -E 's/\$scope module tb/$scope module tb $end $scope interface s_axi/; s/\$upscope \$end/$upscope $end $upscope $end/
    /^\$var/ { s/ m_axi_([a-z]*)/ \U\1/; s/ aclk/ ACLK/; s/ aresetn/ ARESETn/ }' plain.vcd >if.vcd
judged "an interface" if.vcd tb.s_axi 14

# structs of requests and answers, each channel's signals in a struct inside
awk '/^\$var/ && $5 ~ /^m_axi_/ {
        name = substr($5, 7); ch = name ~ /^a/ ? substr(name, 1, 2) : substr(name, 1, 1); field = substr(name, length(ch) + 1)
        back = ch == "b" || ch == "r"; flow = field == "valid" || field == "ready"; if (field == "ready") back = !back
        n = ++k[back]; body[back, n] = flow ? "$var wire 1 " $4 " " ch "_" field " $end" : \
            "$scope struct " ch " $end\n$var wire " $3 " " $4 " " field " $end\n$upscope $end"
        next }
    /^\$upscope/ && !done { done = 1
        for (b = 0; b < 2; b++) { print "$scope struct slv_" (b ? "rsp_o" : "req_i") " $end"; for (i = 1; i <= k[b]; i++) print body[b, i]; print "$upscope $end" } }
    { print }' plain.vcd >struct.vcd
judged "structs" struct.vcd tb.slv_req_i 14

# vectors bit by bit
awk '/^\$var/ && $3 > 1 && $2 != "real" { width[$4] = $3; for (i = 0; i < $3; i++) print "$var wire 1 " $4 "." i " " $5 "[" i "] $end"; next }
    /^b/ && ($2 in width) { v = substr($1, 2); pad = substr(v, 1, 1) == "1" ? "0" : substr(v, 1, 1); while (length(v) < width[$2]) v = pad v
        for (i = 0; i < width[$2]; i++) print substr(v, length(v) - i, 1) $2 "." i; next }
    { print }' plain.vcd >bits.vcd
judged "vectors bit by bit" bits.vcd tb.m_axi 14

# two ports side by side in the same vectors: port 0 is idle
awk '/^\$var/ && $5 ~ /^m_axi_/ { w[$4] = $3; $3 = 2 * $3; print $1, $2, $3, $4, $5, "[" $3 - 1 ":0]", "$end"; next }
    /^b/ && ($2 in w) { v = substr($1, 2); pad = substr(v, 1, 1) == "1" ? "0" : substr(v, 1, 1); while (length(v) < w[$2]) v = pad v
        zeros = v; gsub(/./, "0", zeros); print "b" v zeros " " $2; next }
    /^[01xz]/ && (substr($0, 2) in w) { print "b" substr($0, 1, 1) "0 " substr($0, 2); next }
    { print }' plain.vcd >two.vcd
"$tenter" wave --list --check two.vcd >out
is "ports side by side" "tb.m_axi[0] 0 tb.m_axi[1] 14" "$(sed -En 's/^axi4 +([^ ]+) +32 bits +([0-9]+) transfers.*/\1 \2/p' out | paste -sd' ')"
is "faults of one" 2 "$(grep -cE '^AXI-(HSK-2 +at 42|UNK-1 +at 166)\.000 ns tb.m_axi\[1\]' out)"
is "and of no other" 2 "$(grep -cE '^[A-Z]+-[A-Z]+-[0-9]+ ' out)"

# the values of a time in another order, and a real and a text among them
awk '/^#/ || /^\$/ { for (i = n; i > 0; i--) print line[i]; n = 0; print; next } head { line[++n] = $0; next } { print } /enddefinitions/ { head = 1 }
    END { for (i = n; i > 0; i--) print line[i] }' plain.vcd >order.vcd
sed -i 's/^\$upscope/$var string 1 $$ note $end\n&/; 0,/^#2000/ s//#2000\nsabc $$/' order.vcd
judged "another order" order.vcd tb.m_axi 14

# other units of time: 1 ns, and the same ticks as 10 fs
sed 's/^\t1ps/\t1ns/; s/^#\([0-9]*\)000$/#\1/' plain.vcd >ns.vcd
"$tenter" wave --check ns.vcd >out
is "times in nanoseconds" 1 "$(grep -c '^AXI-HSK-2 .* at 42 ns' out)"
sed 's/^\t1ps/\t10fs/; s/^#\([0-9][0-9]*\)$/#\100/; s/^#000$/#0/' plain.vcd >fs.vcd
"$tenter" wave --check fs.vcd >out
is "times in units of 10 fs" 1 "$(grep -c '^AXI-HSK-2 .* at 42.00000 ns' out)"

# time is left out amid an answer (edges at 198, 202 and 206 ns): its beats are no fault, on either form of file; without the mark they are one
make_wave gap.vcd -DGAP
make_wave gap.fst -DGAP -fst
judged "a gap in a VCD" gap.vcd tb.m_axi 11
judged "a gap in an FST" gap.fst tb.m_axi 11
sed 's/^\$dumpon//' gap.vcd >nogap.vcd
"$tenter" wave --check nogap.vcd >out
is "unmarked it would be a fault" 1 "$(grep -c '^AXI-RD-1 ' out)"

# the file begins amid an answer, of which the edges at 206 and 210 ns show beats
make_wave late.vcd -DLATE
judged "a late beginning" late.vcd tb.m_axi 2 0
