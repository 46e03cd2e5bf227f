// RUN: %wglint --verify %s
// RUN: %wglint-opt %s | FileCheck %s
// RUN: %wglint-opt %s \
// RUN:   | FileCheck %s --check-prefixes=OTHER,MORE
// CHECK: good
// CHECK-NEXT: good
// CHECK-COUNT-3: good
// OTHER-SAME: good
// MORE{LITERAL}: good
// NOTE: prose
// A sentence about a check: fine.
// CHEKC: bad
// CHECK-NXT: bad
// CHECK_NEXT: bad
// CHECK : bad
// CHECK-NEXT bad
// Check-next: bad
// UNUSED: bad
// expected-warning@+1 {{good}}
// expected-note-re@-2 {{good}}
// expected-no-diagnostics
// expected-error@+1 2 {{good}}
// expected-warnng@+1 {{bad}}
// expected-warning@+1 {bad}
// expcted-warning@+1 {{bad}}
// expected_warning@+1 {{bad}}
// expect-no-diagnostics
CHEKC: bad
