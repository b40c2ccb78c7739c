// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of a bench, by name: `if (test("what must be so")) begin ... judge; end`, faults counted in wrong. With
// +only=NAME just that test is run, and ends with its first fault: what suites/rtl/mutants has time for. So no test
// needs another before it. Include behind verdict().

    integer        wrong = 0;
    reg [8*96-1:0] test_name = 0, test_only = 0;  // under way; the only one, or 0
    function test;
        input [8*96-1:0] name;
        begin
            if (!$value$plusargs("only=%s", test_only)) test_only = 0;
            test = test_only == 0 || test_only == name;
            test_name = name;
        end
    endfunction
    task judge;
        begin
            verdict(wrong, test_name);
            wrong = 0;
        end
    endtask
    always @(wrong) if (test_only != 0 && wrong != 0) begin
        judge;
        $finish;
    end
