/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Prints what dynamic_cast finds from every base of objects of several classes to every class, each
 * twice: none, or how far away.
 */
#include <cstdio>
#include <initializer_list>

struct top {
    virtual ~top() = default;
    int t = 0;
};
struct left : virtual top {
    int l = 0;
};
struct right : virtual top {
    int r = 0;
};
struct apart {
    virtual ~apart() = default;
    int a = 0;
};
struct hidden : private apart {
    apart *base()
    {
        return this;
    }
};
struct diamond : left, right, apart {
};
struct wider : diamond {
    int w[4] = {};
};

template <class To, class From> static void cast(const char *what, From *from)
{
    const To *to = dynamic_cast<To *>(from);
    if (to)
        std::printf("%s %td\n", what,
                    reinterpret_cast<const char *>(to) - reinterpret_cast<const char *>(from));
    else
        std::printf("%s none\n", what);
}

template <class From> static void casts(From *from)
{
    cast<top>("top", from);
    cast<left>("left", from);
    cast<right>("right", from);
    cast<apart>("apart", from);
    cast<hidden>("hidden", from);
    cast<diamond>("diamond", from);
    cast<wider>("wider", from);
}

int main()
{
    left l, l2;
    right r;
    diamond d;
    wider w;
    hidden h;
    for (int twice = 0; twice < 2; twice++) {
        casts<top>(&l);
        casts<top>(&l2);
        casts<top>(&r);
        for (diamond *o : {&d, static_cast<diamond *>(&w)}) {
            casts<top>(o);
            casts<left>(o);
            casts<right>(o);
            casts<apart>(o);
        }
        casts<apart>(h.base());
    }
}
