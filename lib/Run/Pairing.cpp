// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pairing.h"
#include "Values.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace wglint;

static constexpr size_t kNoPartner = ~size_t(0);

static bool isLike(const BlockInterface &a, const BlockInterface &b) {
  return a.isUniform == b.isUniform && a.arrayCount == b.arrayCount;
}
static bool isLike(const ImageInterface &a, const ImageInterface &b) {
  return a.isSampled == b.isSampled && a.arrayCount == b.arrayCount;
}

/// The partner of each of \p b among \p a; kNoPartner where there is none.
template <typename Interface>
static std::vector<size_t> partners(const std::vector<Interface> &a,
                                    const std::vector<std::string> &aNames,
                                    const std::vector<Interface> &b,
                                    const std::vector<std::string> &bNames) {
  std::vector<size_t> partner(b.size(), kNoPartner);
  auto pairWhere = [&](auto isPair) {
    for (size_t j = 0; j < b.size(); ++j)
      for (size_t i = 0; i < a.size() && partner[j] == kNoPartner; ++i)
        if (!llvm::is_contained(partner, i) && isLike(a[i], b[j]) &&
            isPair(i, j))
          partner[j] = i;
  };
  pairWhere([&](size_t i, size_t j) { return aNames[i] == bNames[j]; });
  pairWhere([&](size_t i, size_t j) {
    return a[i].set == b[j].set && a[i].binding == b[j].binding;
  });
  pairWhere([](size_t, size_t) { return true; });
  return partner;
}

/// Names what has no partner and needs one.
template <typename Interface, typename IsOutput>
static llvm::Error
checkPartners(llvm::StringRef what, const std::vector<size_t> &partner,
              const std::vector<Interface> &a,
              const std::vector<std::string> &aNames,
              const std::vector<std::string> &bNames, IsOutput isOutput) {
  for (size_t j = 0; j < partner.size(); ++j)
    if (partner[j] == kNoPartner)
      return makeError("B uses " + what + " '" + bNames[j] +
                       "', for which A has no partner");
  for (size_t i = 0; i < a.size(); ++i)
    if (isOutput(a[i]) && !llvm::is_contained(partner, i))
      return makeError("A writes " + what + " '" + aNames[i] +
                       "', for which B has no partner");
  return llvm::Error::success();
}

llvm::Expected<Pairing> wglint::pairInterfaces(const ShaderInterface &a,
                                               const ShaderInterface &b) {
  Pairing pairing;
  std::vector<std::string> aNames = blockNames(a), bNames = blockNames(b);
  pairing.blocks = partners(a.blocks, aNames, b.blocks, bNames);
  if (llvm::Error error =
          checkPartners("buffer", pairing.blocks, a.blocks, aNames, bNames,
                        [](const BlockInterface &block) {
                          return !block.isUniform && !block.isReadOnly;
                        }))
    return error;
  aNames = imageNames(a);
  bNames = imageNames(b);
  pairing.images = partners(a.images, aNames, b.images, bNames);
  if (llvm::Error error =
          checkPartners("image", pairing.images, a.images, aNames, bNames,
                        [](const ImageInterface &image) {
                          return !image.isSampled && !image.isReadOnly;
                        }))
    return error;
  for (size_t j = 0; j < b.images.size(); ++j) {
    const ImageInterface &ours = a.images[pairing.images[j]],
                         &theirs = b.images[j];
    if (ours.dim != theirs.dim || ours.isArrayed != theirs.isArrayed ||
        ours.component != theirs.component ||
        (!ours.format.empty() && !theirs.format.empty() &&
         ours.format != theirs.format))
      return makeError("image '" + bNames[j] +
                       "' of B has another shape or format than A's");
  }
  return pairing;
}

/// The values of \p run that B reads. Errors: one that B reads is missing.
static llvm::Expected<std::vector<ValueSpec>>
valuesFor(const ShaderInterface &b, const RunSpec &run) {
  std::vector<ValueSpec> values;
  std::vector<bool> isGiven(b.uniforms.size());
  for (const ValueSpec &value : run.uniforms)
    if (std::optional<ValuePlace> place = findValue(b, value.name)) {
      values.push_back(value);
      if (!place->isInBlock)
        isGiven[place->index] = true;
    }
  for (size_t i = 0; i < b.uniforms.size(); ++i)
    if (!isGiven[i])
      return makeError("B reads uniform '" + b.uniforms[i].name +
                       "', which A does not; give its value in a run file");
  return values;
}

std::vector<ValueSpec> wglint::constantsFor(const ShaderInterface &b,
                                            const RunSpec &run) {
  std::vector<ValueSpec> constants;
  for (const ValueSpec &value : run.constants)
    if (llvm::any_of(b.specConstants,
                     [&](const SpecConstantInterface &constant) {
                       return constant.name == value.name ||
                              std::to_string(constant.specId) == value.name;
                     }))
      constants.push_back(value);
  return constants;
}

llvm::Expected<RunSpec> wglint::runForPartner(const ShaderInterface &a,
                                              const ShaderInterface &b,
                                              const Pairing &pairing,
                                              const RunSpec &run) {
  RunSpec other;
  other.workgroupCount = run.workgroupCount;
  other.seed = run.seed;
  other.toleranceUlp = run.toleranceUlp;
  other.constants = constantsFor(b, run);
  llvm::Expected<std::vector<ValueSpec>> values = valuesFor(b, run);
  if (!values)
    return values.takeError();
  other.uniforms = std::move(*values);
  std::vector<std::string> aNames = blockNames(a), bNames = blockNames(b);
  for (size_t j = 0; j < b.blocks.size(); ++j)
    for (const BufferSpec &buffer : run.buffers)
      if (buffer.name == aNames[pairing.blocks[j]]) {
        other.buffers.push_back(buffer);
        other.buffers.back().name = bNames[j];
        other.buffers.back().expectedFile.clear();
      }
  aNames = imageNames(a);
  bNames = imageNames(b);
  for (size_t j = 0; j < b.images.size(); ++j)
    for (const ImageSpec &image : run.images)
      if (image.name == aNames[pairing.images[j]]) {
        other.images.push_back(image);
        other.images.back().name = bNames[j];
        other.images.back().expectedFile.clear();
      }
  return other;
}

std::array<uint32_t, 3>
wglint::workgroupsForPartner(const ShaderInterface &a, const ShaderInterface &b,
                             const std::array<uint32_t, 3> &countA,
                             const PartnerDispatch &dispatch) {
  if (dispatch.workgroupCount)
    return *dispatch.workgroupCount;
  std::array<uint32_t, 3> covered =
      dispatch.coveredInvocations.value_or(b.workgroupSize);
  std::array<uint32_t, 3> count = {};
  for (unsigned d = 0; d < 3; ++d) {
    uint64_t invocations = uint64_t(countA[d]) * a.workgroupSize[d];
    count[d] =
        uint32_t(llvm::divideCeil(invocations, std::max(1U, covered[d])));
  }
  return count;
}

std::vector<size_t> wglint::pairMemories(const std::vector<RunMemory> &memories,
                                         const std::vector<RunMemory> &others,
                                         const std::vector<size_t> *pairing) {
  std::vector<size_t> partner;
  for (size_t j = 0; j < others.size(); ++j) {
    size_t declaration = others[j].declaration;
    if (j > 0 && declaration == others[j - 1].declaration) {
      partner.push_back(partner.back() + 1);
      continue;
    }
    size_t wanted = pairing ? (*pairing)[declaration] : declaration;
    size_t i = 0;
    while (i < memories.size() && memories[i].declaration != wanted)
      ++i;
    assert(i < memories.size() && "a declaration without memory");
    partner.push_back(i);
  }
  return partner;
}
