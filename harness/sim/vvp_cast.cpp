/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Loaded before vvp's own libraries: remembers what a dynamic_cast found. vvp casts at every load
 * of a signal, and the C++ library compares the classes' names each time: a fifth to a third of
 * Icarus' time. The answer is always the library's own: an object's vtable tells its class and
 * which base of it the pointer is to, so the same vtable and classes give the same distance again.
 */
#include <cstddef>
#include <cstdint>
#include <cxxabi.h>
#include <dlfcn.h>

namespace
{

using cast_fn = void *(const void *, const abi::__class_type_info *, const abi::__class_type_info *,
                       std::ptrdiff_t);

constexpr std::ptrdiff_t NO_SUCH_BASE = PTRDIFF_MIN;
constexpr unsigned KNOWN_LOG2 = 10; /* vvp has some hundred pairs of classes */

struct known {
    const void *vtable;
    const abi::__class_type_info *from, *to;
    std::ptrdiff_t distance;
};

/* No lock: vvp, and what it loads, casts in one thread; and unloads nothing before its end. */
known table[1U << KNOWN_LOG2];

} // namespace

extern "C" void *__dynamic_cast(const void *object, const abi::__class_type_info *from,
                                const abi::__class_type_info *to, std::ptrdiff_t hint)
{
    const void *vtable = *static_cast<const void *const *>(object);
    const std::uint64_t key =
        reinterpret_cast<std::uintptr_t>(vtable) + 3 * reinterpret_cast<std::uintptr_t>(to);
    known &k = table[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - KNOWN_LOG2)];
    const char *const at = static_cast<const char *>(object);
    if (k.vtable != vtable || k.from != from || k.to != to) {
        static cast_fn *const library =
            reinterpret_cast<cast_fn *>(dlsym(RTLD_NEXT, "__dynamic_cast"));
        const void *const found = library(object, from, to, hint);
        k = {vtable, from, to, found ? static_cast<const char *>(found) - at : NO_SUCH_BASE};
    }
    return k.distance == NO_SUCH_BASE ? nullptr : const_cast<char *>(at + k.distance);
}
