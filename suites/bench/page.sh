#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The page of tenter show --html of 100,000 packets, of which four in ten have a verdict: the time to write it beside
# that of the same fields as text, its size beside the capture's, and the time in Chromium until it is drawn.
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N: by measure
. "${0%/*}/lib.bash"

"$tenter" gen --packets 4040 --size 1500 "$dir/in" 2>/dev/null
measure 3 "$tenter" show --mps 128 --html "$dir/page.html" "$dir/in" -- "$tenter" show -v --mps 128 "$dir/in"
packets=$("$tenter" check -q --mps 128 "$dir/in" | sed -n 's/ packets .*//p' || true)
verdicts=$("$tenter" check --mps 128 --json "$dir/in" | grep -c '"rule":"TLP-LEN-2"' || true)
figure "page of $packets packets, $verdicts verdicts / show -v, processor time to write" "$seconds_1 / $seconds_2" at-most 2.5
figure "page / capture, bytes" "$(stat -c %s "$dir/page.html") / $(stat -c %s "$dir/in")" at-most 2.5

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    echo "# no Chromium: how long the page takes to be drawn was not measured" >&2
    exit 0
fi
# the time from the beginning of loading until the first frame stands in the canvas, told by the page itself
{
    sed '$d' "$dir/page.html"
    echo '</script><script>addEventListener("load", () => { paint();'
    echo 'const e = document.createElement("pre"); e.id = "seen";'
    echo 'e.textContent = "\n" + performance.now() / 1000 + " " + $("count").textContent + "\n"; document.body.append(e); });'
    tail -n 1 "$dir/page.html"
} >"$dir/driven.html"
timeout 300 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" --window-size=1200,800 --timeout=120000 \
    --dump-dom "file://$dir/driven.html" 2>/dev/null >"$dir/dom"
read -r drawn shown _ < <(sed -n '/id="seen">$/{n;p}' "$dir/dom")
[ "$shown" = "$packets" ]
figure "page of $packets packets in Chromium, seconds until it is drawn" "$drawn" at-most 5
