// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// An array that is a member of a structure is an array like others, and goes by both names. Structures are taken
// apart: the members beside it, and what no index at run time keeps out of registers, do not count.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
struct List { uint entries[192]; uint count; };
struct Below { uint entries[127]; uint others[64]; };
struct Fixed { vec4 rows[60]; };
struct Outer { uint tag; List list; };
struct Row { uint cells[40]; };
struct Fits { uint values[130]; uint unused[300]; };
struct Table { uint sorted[131]; };

void insert(inout Table table, uint at) {
  table.sorted[at] = table.sorted[130u - at];
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint key = keys[i] % 32u;
  List l;
  // expected-warning@+1 {{private array 'l.entries' takes 768 bytes in every invocation, and its index is only known at run time}}
  l.entries[key]++;
  l.count = 3u;
  // 508 bytes, under the limit, though the structure is over it.
  Below below;
  below.entries[key] = i;
  below.others[3] = i;
  // Constant indices and less than the registers.
  Fixed fixedRows;
  fixedRows.rows[3] = vec4(i);
  Outer outer;
  // As long as 'l.entries', whose finding names it.
  outer.list.entries[i % 192u] = key;
  // The array is that of the structures.
  Row rows[5];
  // expected-warning@+1 {{private array 'rows' takes 800 bytes in every invocation, and its index is only known at run time}}
  rows[key % 5u].cells[3] = i;
  // Indexed by constants, as the other, but larger than the registers: a remark, as without a structure.
  Fits fits;
  // expected-remark@+1 {{private array 'fits.unused' takes 1200 bytes}}
  fits.unused[3] = i;
  fits.values[3] = i;
  // What a function changes of a structure is the caller's.
  Table table;
  // Two functions have it.
  // expected-remark@+1 {{private array 'table.sorted' takes 524 bytes in every invocation, and its index is only known at run time}}
  table.sorted[130] = i;
  insert(table, key);
  result[i] = l.entries[l.count] + below.entries[key] + uint(fixedRows.rows[3].x) + outer.list.entries[i % 191u] +
              rows[key % 5u].cells[3] + fits.unused[3] + fits.values[3] + table.sorted[7];
}
