# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's two-sided library: an archive of its own that knows its own header and the C library, so
# that software can link it without Tenter. The harness has its objects, too.

TNW_LIB_SRC := $(wildcard harness/tnw/lib/*.c)
TNW_LIB_OBJ := $(TNW_LIB_SRC:%.c=$(B)/%.o)
TNW_LIB := $(B)/libtenter-tnw.a
LIBS += $(TNW_LIB)
# what is installed of it
INSTALL_LIBS += $(TNW_LIB)
INSTALL_HEADERS += harness/include/tn/tnw/tnw_lib.h
DEPFILES += $(TNW_LIB_OBJ:.o=.d)

$(TNW_LIB): $(TNW_LIB_OBJ)
$(TNW_LIB_OBJ): $(B)/harness/tnw/lib/%.o: harness/tnw/lib/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Iharness/include -MMD -MP -c -o $@ $<
$(HARNESS_LIB): $(TNW_LIB_OBJ)
