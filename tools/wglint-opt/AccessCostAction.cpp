// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --access-cost: rows of measured access patterns through AccessCost.

#include "Actions.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"

namespace wglint::opt {

static llvm::Error badRow(int64_t line, const llvm::Twine &message) {
  return makeError("line " + llvm::Twine(line) + ": " + message);
}

namespace {
/// Where the columns that are read stand.
struct Columns {
  int space = -1, op = -1, type = -1, mask = -1, indices = -1;
};

struct Row {
  MemorySpace space = MemorySpace::Global;
  AccessOp op = AccessOp::Load;
  llvm::SmallVector<int64_t, 64> addressBytes;
  uint64_t activeMask = 0;
  unsigned elementBytes = 0;
};
} // namespace

static llvm::Expected<Columns> readHeader(llvm::StringRef line) {
  Columns columns;
  llvm::SmallVector<llvm::StringRef, 8> names;
  line.split(names, ',');
  auto find = [&](llvm::StringRef name) {
    auto it = llvm::find_if(
        names, [&](llvm::StringRef n) { return n.trim() == name; });
    return it == names.end() ? -1 : static_cast<int>(it - names.begin());
  };
  columns.space = find("space");
  columns.op = find("op");
  columns.type = find("type");
  columns.mask = find("active_mask");
  columns.indices = find("element_index_per_lane");
  if (columns.space < 0 || columns.op < 0 || columns.type < 0 ||
      columns.mask < 0 || columns.indices < 0)
    return badRow(1, "the header lacks one of space, op, type, active_mask and "
                     "element_index_per_lane");
  return columns;
}

/// Bytes of a type named like `u8`, `f32`, `float`, `vec2` or `dvec4`; 0 where
/// the name is none of these.
static unsigned typeBytes(llvm::StringRef name) {
  if (name == "float" || name == "int" || name == "uint")
    return 4;
  if (name == "double")
    return 8;
  llvm::StringRef rest = name;
  unsigned componentBytes = rest.consume_front("d") ? 8 : 4;
  if (componentBytes == 4 && !rest.consume_front("u"))
    rest.consume_front("i");
  if (rest.consume_front("vec") && rest.size() == 1 && rest[0] >= '2' &&
      rest[0] <= '4')
    return componentBytes * (rest[0] - '0');
  bool isScalar = name.size() > 1 && llvm::StringRef("iuf").contains(name[0]);
  unsigned bits = 0;
  if (!isScalar || name.drop_front().getAsInteger(10, bits))
    return 0;
  bool isWidth = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return isWidth && !(name[0] == 'f' && bits == 8) ? bits / 8 : 0;
}

static llvm::Error readIndices(llvm::StringRef text, int64_t line, Row &row) {
  llvm::SmallVector<llvm::StringRef, 64> words;
  text.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (words.empty() || words.size() > 64)
    return badRow(line, "a request has 1 to 64 lanes, not " +
                            llvm::Twine(words.size()));
  for (llvm::StringRef word : words) {
    int64_t index = 0;
    // Keeps the address within 64 bits, whatever the element.
    if (word.getAsInteger(10, index) || index > INT64_MAX / 64 ||
        index < INT64_MIN / 64)
      return badRow(line, "'" + word + "' is no element index");
    row.addressBytes.push_back(index * row.elementBytes);
  }
  if (words.size() < 64 && row.activeMask >> words.size())
    return badRow(line,
                  "the active mask has more lanes than there are indices");
  return llvm::Error::success();
}

static llvm::Expected<Row> readRow(llvm::StringRef text, int64_t line,
                                   const Columns &columns) {
  llvm::SmallVector<llvm::StringRef, 8> fields;
  text.split(fields, ',');
  auto field = [&](int column) {
    return column < static_cast<int>(fields.size()) ? fields[column].trim()
                                                    : llvm::StringRef();
  };
  Row row;
  llvm::StringRef space = field(columns.space), op = field(columns.op);
  if (space != "global" && space != "shared")
    return badRow(line,
                  "the space '" + space + "' is neither global nor shared");
  row.space = space == "shared" ? MemorySpace::Shared : MemorySpace::Global;
  if (op != "load" && op != "store" && op != "atomic")
    return badRow(line, "the operation '" + op +
                            "' is none of load, store and atomic");
  if (op != "load")
    row.op = op == "store" ? AccessOp::Store : AccessOp::Atomic;
  row.elementBytes = typeBytes(field(columns.type));
  if (row.elementBytes == 0)
    return badRow(line, "'" + field(columns.type) +
                            "' is no type whose size is known");
  if (field(columns.mask).getAsInteger(16, row.activeMask))
    return badRow(line,
                  "'" + field(columns.mask) + "' is no mask in hexadecimal");
  if (llvm::Error error = readIndices(field(columns.indices), line, row))
    return error;
  return row;
}

static void printCost(const Row &row, const DeviceProfile &device,
                      llvm::raw_ostream &out) {
  RequestAddresses request = {row.addressBytes, row.activeMask,
                              row.elementBytes};
  std::optional<uint64_t> cost;
  if (row.space == MemorySpace::Global && device.sectorBytes)
    cost = countSectors(request, *device.sectorBytes);
  if (row.space == MemorySpace::Shared && device.sharedBanks)
    if (std::optional<SharedCost> shared =
            sharedCost(request, *device.sharedBanks, row.op))
      cost = shared->wavefronts;
  if (cost)
    out << *cost << '\n';
  else
    out << "unknown\n";
}

llvm::Error printAccessCosts(llvm::StringRef path, const DeviceProfile &device,
                             llvm::raw_ostream &out) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  llvm::line_iterator lines(**buffer, /*SkipBlanks=*/false);
  if (lines.is_at_end())
    return badRow(1, "the file is empty");
  llvm::Expected<Columns> columns = readHeader(*lines);
  if (!columns)
    return columns.takeError();
  for (++lines; !lines.is_at_end(); ++lines) {
    if (lines->trim().empty())
      continue;
    llvm::Expected<Row> row = readRow(*lines, lines.line_number(), *columns);
    if (!row)
      return row.takeError();
    printCost(*row, device, out);
  }
  return llvm::Error::success();
}

} // namespace wglint::opt
