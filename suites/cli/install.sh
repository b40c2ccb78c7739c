#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What make install puts down is enough to build a program on.
set -u
build=$1
# the libraries may hold sanitizers, and programs that link to them must name these
opt=$(tr " " "\n" <<<"${OPT-}" | grep -- "^-fsanitize")
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
#include <tn/pcie/tlp.h>
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
if gcc $opt -o "$dir/p" "$dir/p.c" -I"$dir/usr/include" -L"$dir/usr/lib" $flags && "$dir/p" traces/pcie/nic_like_1500b.pcap >/dev/null; then
    echo "ok a program builds against the installed tree and reads a capture"
else
    echo "not ok a program builds against the installed tree and reads a capture"
fi
cat >"$dir/t.c" <<'END'
#include <tn/tnw/tnw_lib.h>
int main(void)
{
    static struct tnw t;
    return tnwOpen(&t, 0, 0, 0, 0) == 0;
}
END
# shellcheck disable=SC2086
if gcc $opt -o "$dir/t" "$dir/t.c" -I"$dir/usr/include" "$dir/usr/lib/libtenter-tnw.a" && "$dir/t"; then
    echo "ok TNW's library links alone"
else
    echo "not ok TNW's library links alone"
fi
# C++: a program on the library, and every function that both a header and a library have
cat >"$dir/p.cc" <<'END'
#include <tn/capture.h>
#include <tn/rules.h>
#include <tn/pcie/tlp.h>
#include <cstdio>
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    if (v->kind == TN_VERDICT_FAIL)
        ++*static_cast<unsigned *>(ctx);
}
int main(int argc, char **argv)
{
    char err[256];
    unsigned failed = 0, art, tlps = 0;
    tn_event ev;
    tn_check_params par;
    tn_reader *r = tn_reader_open(argv[argc - 1], err, sizeof err);
    tn_check_defaults(&par);
    tn_checker *c = tn_checker_new(&par, nullptr, nullptr, on_verdict, &failed);
    while (r && c && tn_reader_next(r, &ev, &art) == 1) {
        tn_tlp t;
        tn_checker_event(c, &ev, art);
        tn_tlp_decode(ev.bytes, ev.len, ev.orig_len, &t);
        tlps += t.err == 0;
    }
    tn_checker_finish(c);
    tn_checker_free(c);
    tn_reader_close(r);
    std::printf("%u TLPs, %u violations\n", tlps, failed);
    return 0;
}
END
# shellcheck disable=SC2086
if g++ -Wall -Wextra -Wpedantic -Werror -o "$dir/p" "$dir/p.cc" -I"$dir/usr/include" -L"$dir/usr/lib" $flags &&
    [ "$("$dir/p" traces/pcie/nic_like_1500b.pcap)" = "$("$build/tenter" show --json traces/pcie/nic_like_1500b.pcap | grep -c type) TLPs, 0 violations" ]; then
    echo "ok a C++ program builds against the installed tree and judges a capture"
else
    echo "not ok a C++ program builds against the installed tree and judges a capture"
fi
nm -g --defined-only "$dir"/usr/lib/*.a 2>/dev/null | awk '$2 == "T" { print $3 }' | sort -u >"$dir/symbols"
# tnwOpen and its like are the names of the paper's library
if nm -g --defined-only "$dir"/usr/lib/*.a "$build"/libtenter-harness.a 2>/dev/null | awk 'NF == 3 { print $3 }' |
    sort -u | grep -vE '^(tn|exa|cz|ape|tnw|cl)_|^tnw[A-Z]'; then
    echo "not ok exported symbols carry a prefix"
else
    echo "ok exported symbols carry a prefix"
fi
cat "$dir"/usr/include/tn/*.h "$dir"/usr/include/tn/*/*.h | grep -oE '\b[a-zA-Z0-9_]+\(' | tr -d '(' | sort -u | comm -12 - "$dir/symbols" >"$dir/functions"
{
    for h in "$dir"/usr/include/tn/*.h "$dir"/usr/include/tn/*/*.h; do echo "#include <tn/${h#"$dir"/usr/include/tn/}>"; done
    echo 'typedef void (*function)();'
    echo 'function functions[] = {'
    sed 's/.*/    reinterpret_cast<function>(\&&),/' "$dir/functions"
    echo '};'
    echo 'int main() { return functions[0] == nullptr; }'
} >"$dir/f.cc"
# shellcheck disable=SC2086
if g++ $opt -std=c++17 -Wall -Wextra -Wpedantic -Wno-cast-function-type -Werror -o "$dir/f" "$dir/f.cc" -I"$dir/usr/include" -L"$dir/usr/lib" $flags -ltenter-tnw &&
    "$dir/f" && [ "$(wc -l <"$dir/functions")" -gt 100 ]; then
    echo "ok C++ links every function of the headers ($(wc -l <"$dir/functions"))"
else
    echo "not ok C++ links every function of the headers ($(wc -l <"$dir/functions"))"
fi
for h in "$dir"/usr/include/tn/*.h "$dir"/usr/include/tn/*/*.h; do
    echo "#include <tn/${h#"$dir"/usr/include/tn/}>" >"$dir/h.c"
    if gcc -std=c11 -Wall -Werror -fsyntax-only -I"$dir/usr/include" "$dir/h.c"; then
        echo "ok $(basename "$h") stands alone"
    else
        echo "not ok $(basename "$h") stands alone"
    fi
done
mandoc -Tlint -W warning harness/tools/tenter.1 && echo "ok the man page is clean" || echo "not ok the man page is clean"
