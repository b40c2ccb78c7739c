#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The page of tenter show --html in a browser without a screen: the list of verdicts, a click on a packet and on a
# verdict, the filter. Chromium runs the page with a driver behind it, which clicks, types, and notes what it sees.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "# no Chromium: the page was not looked at"
    exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# page URL: its elements when its scripts have run
page() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" --window-size=1200,800 \
        --virtual-time-budget=2000 --dump-dom "$1" 2>"$dir/err"
}
if ! page about:blank | grep -q '</html>'; then
    echo "# $browser shows no page here: $(tail -n 1 "$dir/err")"
    exit 77
fi

{
    pcap_head 147
    record 10 "$(own 0 00000001 0100000f 00001044)"
    record 110 "$(own 0 4a000001 00000004 01000000 11111111)" # Lower Address is not 44
    record 210 "$(own 0 04000001 0000020f 19080010)"
    record 310 "$(own 0 00000001 0100010f 00001044)"
    record 560 "$(own 0 4a000001 00000004 01000144 11111111)"
} >"$dir/in"
"$tenter" show --html "$dir/page.html" "$dir/in"

# look HASH: the page with that fragment as the browser has it when the driver on standard input has run
look() {
    {
        sed '$d' "$dir/page.html"
        echo '</script><script>const seen = []; addEventListener("load", () => {'
        echo 'const note = (name, s) => seen.push(name + "=" + String(s).replace(/\s+/g, " ").trim());'
        echo 'const type = (id, s) => { $(id).value = s; $(id).dispatchEvent(new Event("input")); };'
        echo 'const click = n => chart.dispatchEvent(new MouseEvent("click",'
        echo '    { clientX: 200, clientY: chart.getBoundingClientRect().top + TOP + (n + 0.5) * row }));'
        cat
        echo 'const e = document.createElement("pre"); e.id = "seen"; e.textContent = "\n" + seen.join("\n") + "\n";'
        echo 'document.body.append(e); });</script>'
        tail -n 1 "$dir/page.html"
    } >"$dir/driven.html"
    page "file://$dir/driven.html$1" |
        sed -n '/id="seen">$/,/<\/pre>/p' | grep = >"$dir/seen"
}
has() { is "$1" "$2=$3" "$(grep "^$2=" "$dir/seen")"; }

look "" <<'END'
note("head", $("vhead").textContent);
note("verdicts", [...document.querySelectorAll("#verdicts .v")].map(v => v.textContent).join("|"));
note("count", $("count").textContent);
note("first", $("detail").querySelector("h2").textContent);
click(1);
note("clicked", $("detail").querySelector("h2").textContent);
note("fields", $("detail").querySelector(".fields").textContent);
note("bytes", $("detail").querySelector(".bytes").textContent);
note("told", $("detail").querySelectorAll(".v").length);
click(77);
note("beyond", $("detail").querySelector("h2").textContent);
type("filter", "cpld");
note("words", $("count").textContent);
click(1);
note("second", $("detail").querySelector("h2").textContent);
document.querySelector("#verdicts .v").click();
note("goes", $("detail").querySelector("h2").textContent);
type("filter", "/mrd.*tag 01/");
note("regex", $("count").textContent);
document.querySelector("#verdicts .v").click();
note("shown", $("count").textContent + " " + $("filter").value);
type("filter", "/(/");
note("wrong", $("filter").style.outline !== "");
type("filter", "");
$("bad").checked = true;
$("bad").dispatchEvent(new Event("change"));
note("bad", $("count").textContent);
END
has "the list of verdicts is counted" head "Verdicts (2)"
true_that "it has each verdict with its packet, request, rule and section" \
    grep -q '^verdicts=CPL-7 packet 2 (request 1)expected address of the first byte asked for; found Lower Address 00, not 44PCIe 3.0 2.2.9|' \
    "$dir/seen"
has "all packets stand in the ladder" count "5 of 5 packets"
has "the first one is looked at" first "Packet 1, 0.000000000 s"
has "a click looks at another" clicked "Packet 2, 0.000000100 s"
true_that "its fields are those of -v" grep -q '^fields=byte 0 bit 7..5 fmt 2h .* lower_addr 0h ' "$dir/seen"
has "its bytes stand below" bytes "0000 4a 00 00 01 00 00 00 04 01 00 00 00 11 11 11 11"
has "and its verdict" told 1
has "a click below the last row does nothing" beyond "Packet 2, 0.000000100 s"
has "a word in the filter hides rows" words "2 of 5 packets"
has "and a click meets the rows that are left" second "Packet 5, 0.000000550 s"
has "a click on a verdict goes to its packet" goes "Packet 2, 0.000000100 s"
has "a regular expression hides rows" regex "1 of 5 packets"
has "a verdict on a hidden packet empties the filter" shown "5 of 5 packets"
has "an expression that is none is marked" wrong true
has "the box leaves the packets with a verdict" bad "2 of 5 packets"

look "#3" <<'END'
note("there", $("detail").querySelector("h2").textContent);
END
has "a number behind the page's name leads to that packet" there "Packet 3, 0.000000200 s"
