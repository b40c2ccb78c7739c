#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What make install puts down is enough to build a program on.
set -u
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make B="$build" install DESTDIR="$dir" PREFIX=/usr >"$dir/log" 2>&1 && echo "ok make install" || { echo "not ok make install"; cat "$dir/log"; }
# (with simulations or without, it looks for them in the tree)
if "$dir/usr/bin/tenter" replay --max 1 traces/pcie/nic_like_1500b.pcap 2>&1 | grep -qF "$dir/usr/bin"; then
    echo "not ok the installed command looks for simulations in the tree"
else
    echo "ok the installed command looks for simulations in the tree"
fi
[ -s "$dir/usr/share/tenter/tenter.lua" ] && echo "ok the dissector is there" || echo "not ok the dissector is there"
if cmp -s harness/tools/completion.bash "$dir/usr/share/bash-completion/completions/tenter"; then
    echo "ok the completion is there"
else
    echo "not ok the completion is there"
fi
cat >"$dir/p.c" <<'END'
#include <tn/capture.h>
#include <tn/fields.h>
#include <tn/rules.h>
#include <tn/tlp.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    char err[256];
    struct tn_event ev;
    size_t n;
    struct tn_reader *r = tn_reader_open(argv[argc - 1], err, sizeof err);
    n = tn_rule_count();
    if (!r || n == 0 || tn_reader_next(r, &ev, NULL) != 1)
        return 1;
    puts(tn_header_find("tlp_dw0")->text);
    tn_reader_close(r);
    return 0;
}
END
flags=$(PKG_CONFIG_PATH=$dir/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir pkg-config --cflags --libs tenter)
# pkg-config leaves out the system directories: name them for the tree under test
# shellcheck disable=SC2086
if gcc -o "$dir/p" "$dir/p.c" -I"$dir/usr/include" -L"$dir/usr/lib" $flags && "$dir/p" traces/pcie/nic_like_1500b.pcap >/dev/null; then
    echo "ok a program builds against the installed tree and reads a capture"
else
    echo "not ok a program builds against the installed tree and reads a capture"
fi
cat >"$dir/t.c" <<'END'
#include <tn/tnw_lib.h>
int main(void)
{
    static struct tnw t;
    return tnwOpen(&t, 0, 0, 0, 0) == 0;
}
END
if gcc -o "$dir/t" "$dir/t.c" -I"$dir/usr/include" "$dir/usr/lib/libtenter-tnw.a" && "$dir/t"; then
    echo "ok TNW's library links alone"
else
    echo "not ok TNW's library links alone"
fi
for h in "$dir"/usr/include/tn/*.h; do
    echo "#include <tn/$(basename "$h")>" >"$dir/h.c"
    if gcc -std=c11 -Wall -Werror -fsyntax-only -I"$dir/usr/include" "$dir/h.c"; then
        echo "ok $(basename "$h") stands alone"
    else
        echo "not ok $(basename "$h") stands alone"
    fi
done
mandoc -Tlint -W warning harness/tools/tenter.1 && echo "ok the man page is clean" || echo "not ok the man page is clean"
