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
[ -s "$dir/usr/lib/tenter/tenter_attach.vpi" ] && echo "ok the module for simulations at work is there" ||
    echo "not ok the module for simulations at work is there"
[ -s "$dir/usr/share/tenter/tenter.lua" ] && echo "ok the dissector is there" || echo "not ok the dissector is there"
if cmp -s harness/tools/completion.bash "$dir/usr/share/bash-completion/completions/tenter"; then
    echo "ok the completion is there"
else
    echo "not ok the completion is there"
fi
flags=$(PKG_CONFIG_PATH=$dir/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir pkg-config --cflags --libs tenter)
# Programs of the fabrics against the installed tree. In the head of each: how it is run, and libraries that are
# not those of pkg-config.
tenter=$build/tenter program=$dir/p
for source in suites/*/cli/installed_*.c suites/*/cli/installed_*.cc; do
    libraries=$(sed -n 's/^ \* libraries: //p' "$source")
    compiler="gcc -std=c17"
    [ "${source##*.}" != cc ] || compiler=g++
    # pkg-config leaves out the system directories: name them for the tree under test
    # shellcheck disable=SC2086
    if $compiler $opt -Wall -Wextra -Wpedantic -Werror -o "$program" "$source" -I"$dir/usr/include" -L"$dir/usr/lib" ${libraries:-$flags} &&
        eval "$(sed -n 's/^ \* run: //p' "$source")" >/dev/null; then
        echo "ok ${source#suites/} builds against the installed tree, and runs"
    else
        echo "not ok ${source#suites/} builds against the installed tree, and runs"
    fi
done
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
if g++ $opt -std=c++17 -Wall -Wextra -Wpedantic -Wno-cast-function-type -Werror -o "$dir/f" "$dir/f.cc" -I"$dir/usr/include" -L"$dir/usr/lib" $flags "$dir"/usr/lib/libtenter-*.a &&
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
