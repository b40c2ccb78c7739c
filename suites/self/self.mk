# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The project held to its own rules, and each of these shown to be able to fail.

.PHONY: check-self check-toy
CHECKS += check-self
PART_CHECKS += check-self check-toy
check-self: $(B)/libtenter-checkers.a $(B)/libtenter-harness.a
	@TN_GEN=$(B)/gen/include $(RUN) self/rules suites/self/check
	@$(RUN) self/plants suites/self/plants
	@$(RUN) self/circles suites/self/circles $(CHECKERS_OBJ) $(HARNESS_OBJ)
	@$(RUN) self/circles_notices suites/self/circles_notices

# A fabric is folders of its name and one line: shown by one that does not exist
CHECKS += check-toy
check-toy: $(B)/tenter
	@$(RUN) self/toy suites/self/toy.sh $(B)
