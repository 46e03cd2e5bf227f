// Edits of the text by nodes of the tree: comments, macros, braces, style.
// RUN: rm -rf %t && split-file %s %t

// A statement in front of a body without braces, and lines behind a comment.
// RUN: %wglint-opt --edit 'lines-before 9:5-9:11 x = 1;\nif (x > 0)\n\tx = 2;' %t/plain.comp | FileCheck %s --check-prefix=BEFORE --strict-whitespace --match-full-lines
//      BEFORE:-  if (x > 3)
// BEFORE-NEXT:+  if (x > 3) {
// BEFORE-NEXT:+    x = 1;
// BEFORE-NEXT:+    if (x > 0)
// BEFORE-NEXT:+      x = 2;
// BEFORE-NEXT:     x = 4; // four
// BEFORE-NEXT:+  }
// RUN: %wglint-opt --edit 'lines-after 7:3-7:13 x = 1;' %t/plain.comp | FileCheck %s --check-prefix=AFTER --strict-whitespace --match-full-lines
//      AFTER:   int x = 0; // zero
// AFTER-NEXT:+  x = 1;
// AFTER-NEXT:   if (x > 3)

// Removed with its line and its comment; a body without braces becomes `;`.
// RUN: %wglint-opt --edit 'remove 10:3-10:9' --edit 'remove 9:5-9:11' %t/plain.comp | FileCheck %s --check-prefix=REMOVE --strict-whitespace --match-full-lines
//      REMOVE:-    x = 4; // four
// REMOVE-NEXT:-  x = 5; // five
// REMOVE-NEXT:+    ; // four
// REMOVE-NEXT: }

// An argument that is expanded twice is edited once; a use as a whole.
// RUN: %wglint-opt --edit 'replace 9:6-9:7 7' %t/macro.comp | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: +  AT(7) = AT(x);
// RUN: %wglint-opt --edit 'replace 9:3-9:8 s[0]' %t/macro.comp | FileCheck %s --check-prefix=USE
// USE: +  s[0] = AT(x);

// Tabs, Windows line ends and a byte order mark stay.
// RUN: %python -c "open(r'%t/dos.comp','wb').write(b'\xef\xbb\xbf#version 450\r\nlayout(local_size_x = 1) in;\r\nvoid main() {\r\n\tint x = 0;\r\n\tx = 1;\r\n}\r\n')"
// RUN: %wglint-opt --edit 'lines-after 4:2-4:12 x = 2;\nx = 3;' %t/dos.comp > %t/dos.diff
// RUN: %python -c "t=open(r'%t/dos.diff','rb').read(); assert b'\n+\tx = 2;\r\n+\tx = 3;\r\n' in t and t.count(b'\n+') == 3, t"

//--- plain.comp
#version 450
layout(local_size_x = 1) in;
// x
// x
// x
void main() {
  int x = 0; // zero
  if (x > 3)
    x = 4; // four
  x = 5; // five
}

//--- macro.comp
#version 450
layout(local_size_x = 1) in;
shared int s[9];
#define AT(i) s[(i) + (i)]
int f(int i) { return i; }

void main() {
  int x = 0;
  AT(x) = AT(x);
}
