// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/SharedTile.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/Limits.h"

using namespace wglint;

/// Wavefronts of one access over the workgroup; std::nullopt where the device's
/// rule is not known.
static std::optional<uint64_t> wavefronts(const DeviceConfig &config,
                                          const TileAccess &access,
                                          unsigned pitch,
                                          unsigned elementBytes) {
  uint64_t total = 0;
  unsigned width = config.subgroupSize;
  for (size_t first = 0; first < access.elements.size(); first += width) {
    std::vector<int64_t> addresses(width);
    RequestAddresses request;
    for (unsigned l = 0; l < width && first + l < access.elements.size(); ++l) {
      const TileAccess::Element &element = access.elements[first + l];
      addresses[l] =
          int64_t(element.row * pitch + element.column) * elementBytes;
      request.activeMask |= uint64_t(1) << l;
    }
    request.addressBytes = addresses;
    request.accessBytes = elementBytes;
    std::optional<SharedCost> cost =
        sharedCost(request, *config.device->sharedBanks, access.op);
    if (!cost)
      return std::nullopt;
    total += cost->wavefronts;
  }
  return total;
}

static std::optional<uint64_t>
totalWavefronts(const DeviceConfig &config, llvm::ArrayRef<TileAccess> accesses,
                unsigned pitch, unsigned elementBytes) {
  uint64_t total = 0;
  for (const TileAccess &access : accesses) {
    std::optional<uint64_t> one =
        wavefronts(config, access, pitch, elementBytes);
    if (!one)
      return std::nullopt;
    total += *one;
  }
  return total;
}

unsigned wglint::bestPitch(llvm::ArrayRef<DeviceConfig> configs,
                           unsigned columns, unsigned elementBytes,
                           llvm::ArrayRef<TileAccess> accesses) {
  for (const DeviceConfig &config : configs) {
    if (!config.device->sharedBanks)
      continue;
    unsigned best = columns;
    std::optional<uint64_t> least;
    // Pitches a whole turn of the banks apart cost the same.
    for (unsigned pad = 0; pad < config.device->sharedBanks->bankCount; ++pad) {
      std::optional<uint64_t> cost =
          totalWavefronts(config, accesses, columns + pad, elementBytes);
      if (cost && (!least || *cost < *least)) {
        least = cost;
        best = columns + pad;
      }
    }
    if (least)
      return best;
  }
  return columns;
}

uint64_t wglint::freeSharedBytes(const RewriteContext &context) {
  uint64_t limit = sharedBytesLimit(context.analysis);
  uint64_t used = context.analysis.facts.sharedBytes;
  return limit > used ? limit - used : 0;
}

std::array<unsigned, 3> wglint::idsOf(unsigned index,
                                      const std::array<uint32_t, 3> &size,
                                      const std::array<unsigned, 3> &order) {
  std::array<unsigned, 3> ids = {0, 0, 0};
  for (unsigned axis : order) {
    ids[axis] = index % size[axis];
    index /= size[axis];
  }
  return ids;
}

std::string wglint::idsText(llvm::StringRef index,
                            const std::array<uint32_t, 3> &size,
                            const std::array<unsigned, 3> &order) {
  std::array<std::string, 3> parts = {"0u", "0u", "0u"};
  unsigned stride = 1, count = size[0] * size[1] * size[2];
  for (unsigned axis : order) {
    if (size[axis] == 1)
      continue;
    std::string text = index.str();
    if (stride > 1)
      text += " / " + std::to_string(stride) + "u";
    if (stride * size[axis] < count)
      text += " % " + std::to_string(size[axis]) + "u";
    parts[axis] = text;
    stride *= size[axis];
  }
  return "uvec3(" + parts[0] + ", " + parts[1] + ", " + parts[2] + ")";
}

std::string wglint::sharedDeclaration(llvm::StringRef type,
                                      llvm::StringRef name,
                                      llvm::ArrayRef<unsigned> sizes) {
  std::string text = ("shared " + type + " " + name).str();
  for (unsigned size : sizes)
    text += "[" + std::to_string(size) + "]";
  return text + ";";
}
