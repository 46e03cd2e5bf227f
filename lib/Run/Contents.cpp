// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Contents.h"
#include "Npy.h"
#include "Texels.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace wglint;

void TypedMemory::forEach(
    llvm::function_ref<void(const Component &)> visit) const {
  if (type)
    return forEachComponent(*type, lengthBytes, visit);
  const TexelFormat *format = findTexelFormat(image->format);
  if (!format)
    return;
  uint64_t stepBytes = format->bits / 8;
  for (uint64_t at = 0; at + stepBytes <= lengthBytes; at += stepBytes)
    visit({at, format->kind, format->bits});
}

std::optional<NamedComponent> TypedMemory::at(uint64_t offsetBytes) const {
  return type ? componentAt(*type, offsetBytes) : texelAt(*image, offsetBytes);
}

/// SplitMix64's output function: Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
static uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// In [0, 1), a multiple of 2^-24, so that floats hold it exactly.
static double unitFraction(uint64_t bits) {
  return double(bits >> 40) / double(1 << 24);
}

static double randomNumber(const Component &component,
                           const ContentSpec &contents, uint64_t bits) {
  double unit = unitFraction(bits);
  if (component.kind == ComponentKind::Bool && !contents.min)
    return bits & 1;
  if (component.kind == ComponentKind::Float)
    return contents.min ? *contents.min + unit * (*contents.max - *contents.min)
                        : 2 * unit - 1;
  // 255: what every width holds, and small enough to be a count of iterations.
  double min = contents.min.value_or(0), max = contents.max.value_or(255);
  if (component.kind == ComponentKind::Int && component.bits == 8 &&
      !contents.min)
    max = 127;
  return std::floor(min + unit * (max - min + 1));
}

/// Random bits of an image's integers: all of them where the shader sees
/// fractions. Packed floats lose the top bit of their exponents, which leaves
/// numbers below 1.
static bool fillTexel(const TypedMemory &memory, const Component &component,
                      uint64_t bits, uint8_t *value) {
  const TexelFormat *format =
      memory.image ? findTexelFormat(memory.image->format) : nullptr;
  if (!format || (!format->isNormalized && !format->isPacked))
    return false;
  if (format->name == "r11f_g11f_b10f")
    bits &= ~((uint64_t(1) << 10) | (uint64_t(1) << 21) | (uint64_t(1) << 31));
  std::memcpy(value, &bits, component.sizeBytes());
  return true;
}

static std::vector<uint8_t> randomBytes(const TypedMemory &memory,
                                        const ContentSpec &contents,
                                        uint64_t runSeed) {
  std::vector<uint8_t> bytes(memory.lengthBytes);
  uint64_t base = mix(mix(runSeed) + contents.seed);
  uint64_t index = 0;
  memory.forEach([&](const Component &component) {
    uint64_t bits = mix(base + index++);
    uint8_t *value = &bytes[component.offsetBytes];
    if (!contents.min && fillTexel(memory, component, bits, value))
      return;
    encode(component, randomNumber(component, contents, bits), value);
  });
  return bytes;
}

/// 0, 1, 2 ..., or over and over through [min, max].
static double iotaNumber(const ContentSpec &contents, uint64_t index) {
  if (!contents.min)
    return double(index);
  double period = std::floor(*contents.max - *contents.min) + 1;
  return *contents.min + std::fmod(double(index), period);
}

static std::vector<uint8_t>
fill(const TypedMemory &memory,
     llvm::function_ref<double(uint64_t index)> number) {
  std::vector<uint8_t> bytes(memory.lengthBytes);
  uint64_t index = 0;
  memory.forEach([&](const Component &component) {
    encode(component, number(index++), &bytes[component.offsetBytes]);
  });
  return bytes;
}

static std::vector<uint8_t> sentinelBytes(uint64_t lengthBytes) {
  std::vector<uint8_t> bytes(lengthBytes);
  llvm::support::ulittle32_t word(kSentinelWord);
  for (uint64_t i = 0; i < lengthBytes; i += sizeof(word))
    std::memcpy(&bytes[i], &word,
                std::min<uint64_t>(lengthBytes - i, sizeof(word)));
  return bytes;
}

static std::string npyType(const Component &component) {
  char letter = component.kind == ComponentKind::Float ? 'f'
                : component.kind == ComponentKind::Int ? 'i'
                                                       : 'u';
  return std::string(component.bits == 8 ? "|" : "<") + letter +
         std::to_string(component.bits / 8);
}

/// Puts the numbers of \p array where the components lie.
static llvm::Expected<std::vector<uint8_t>> placeNpy(const TypedMemory &memory,
                                                     const NpyArray &array) {
  std::vector<uint8_t> bytes(memory.lengthBytes);
  uint64_t at = 0;
  std::string misfit;
  memory.forEach([&](const Component &component) {
    if (misfit.empty() && npyType(component) != array.type)
      misfit = "its numbers are '" + array.type + "', the memory's '" +
               npyType(component) + "'";
    if (misfit.empty() && at + component.sizeBytes() > array.bytes.size())
      misfit = "it holds fewer numbers than the memory";
    if (misfit.empty())
      std::memcpy(&bytes[component.offsetBytes], &array.bytes[at],
                  component.sizeBytes());
    at += component.sizeBytes();
  });
  if (misfit.empty() && at < array.bytes.size())
    misfit = "it holds more numbers than the memory";
  if (!misfit.empty())
    return makeError(misfit);
  return bytes;
}

static llvm::Expected<std::vector<uint8_t>> fitRaw(const TypedMemory &memory,
                                                   std::vector<uint8_t> bytes) {
  if (bytes.size() != memory.lengthBytes)
    return makeError("it holds " + llvm::Twine(bytes.size()) +
                     " bytes, the memory " + llvm::Twine(memory.lengthBytes));
  return bytes;
}

static llvm::Expected<std::vector<uint8_t>>
readFile(const TypedMemory &memory, llvm::StringRef file, bool isNpy) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return makeError("cannot read '" + file +
                     "': " + buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  llvm::Expected<std::vector<uint8_t>> bytes = [&]() {
    if (!isNpy)
      return fitRaw(memory, {text.bytes_begin(), text.bytes_end()});
    llvm::Expected<NpyArray> array = parseNpy(text);
    if (!array)
      return llvm::Expected<std::vector<uint8_t>>(array.takeError());
    return array->type == "|u1" && array->bytes.size() == memory.lengthBytes
               ? fitRaw(memory, std::move(array->bytes))
               : placeNpy(memory, *array);
  }();
  if (!bytes)
    return makeError("'" + file +
                     "' does not fit: " + toString(bytes.takeError()));
  return bytes;
}

llvm::Expected<std::vector<uint8_t>>
wglint::makeContents(const TypedMemory &memory, const ContentSpec &contents,
                     uint64_t runSeed) {
  switch (contents.kind) {
  case ContentSpec::Kind::Random:
    return randomBytes(memory, contents, runSeed);
  case ContentSpec::Kind::Iota:
    return fill(memory, [&](uint64_t i) { return iotaNumber(contents, i); });
  case ContentSpec::Kind::Zero:
    return std::vector<uint8_t>(memory.lengthBytes);
  case ContentSpec::Kind::Constant:
    return fill(memory, [&](uint64_t) { return contents.constant; });
  case ContentSpec::Kind::Sentinel:
    return sentinelBytes(memory.lengthBytes);
  case ContentSpec::Kind::Raw:
    return readFile(memory, contents.file, /*isNpy=*/false);
  case ContentSpec::Kind::Npy:
    return readFile(memory, contents.file, /*isNpy=*/true);
  }
  llvm_unreachable("a kind of contents that nobody makes");
}

llvm::Expected<std::vector<uint8_t>>
wglint::readExpected(const TypedMemory &memory, llvm::StringRef file) {
  return readFile(memory, file, file.ends_with_insensitive(".npy"));
}

std::string wglint::toNpyFile(const TypedMemory &memory,
                              llvm::ArrayRef<uint8_t> bytes) {
  NpyArray array;
  uint64_t count = 0;
  bool isMixed = false;
  memory.forEach([&](const Component &component) {
    std::string type = npyType(component);
    isMixed |= count != 0 && type != array.type;
    array.type = std::move(type);
    const uint8_t *value = &bytes[component.offsetBytes];
    array.bytes.insert(array.bytes.end(), value, value + component.sizeBytes());
    ++count;
  });
  if (isMixed || count == 0) {
    array.type = "|u1";
    array.bytes.assign(bytes.begin(), bytes.end());
    count = bytes.size();
  }
  array.shape = {count};
  return toNpy(array);
}
