// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Components.h"
#include "wglint/Run/Plan.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// Dispatches that mending a run may cost.
static constexpr unsigned kMaxAttempts = 8;
/// Upper ends of random integers that are tried, one after the other.
static constexpr double kSmallerIntegers[] = {63, 15, 3, 0};

std::string wglint::placeOf(const ShaderToRun &shader, uint32_t instruction) {
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(shader.words);
  if (!module) {
    llvm::consumeError(module.takeError());
    return shader.path;
  }
  DebugKey key = spirv::debugKey(**module, instruction);
  if (shader.sourceMap) {
    SourceRange range = shader.sourceMap->resolve(key).range;
    if (!range.isWholeFile())
      return placeText(range);
  }
  return shader.path;
}

std::string wglint::describeOutside(const ShaderToRun &shader,
                                    const BoundsViolation &violation) {
  std::string place = placeOf(shader, violation.site.instruction);
  const char *what = violation.site.isStore ? "writes" : "reads";
  if (violation.site.isTexture)
    return place + ": " + what +
           " texels outside of a texture, whose values are undefined";
  if (violation.site.isImage)
    return place + ": " + what +
           " texels outside of an image, which OpenGL allows, and Vulkan with "
           "robustImageAccess";
  return place + ": " + std::to_string(violation.count) + " " + what +
         " outside of an array, the greatest index is " +
         std::to_string(int32_t(violation.greatestIndex));
}

namespace {

/// Makes one run's accesses stay inside, step by step.
class Refiner {
public:
  Refiner(const ShaderToRun &shader, const RunEnvironment &environment,
          const PlanOptions &options, RunSpec &spec)
      : Shader(shader), Environment(environment), Options(options), Spec(spec) {
  }
  llvm::Expected<AccessesOutside> refine();

private:
  llvm::Expected<AccessesOutside> tryRun();
  bool grow(const BoundsViolation &violation);
  bool growAll(const std::vector<BoundsViolation> &violations);
  bool takeSmallerIntegers();
  bool takeOneWorkgroup();

  const ShaderToRun &Shader;
  const RunEnvironment &Environment;
  const PlanOptions &Options;
  RunSpec &Spec;
  ShaderInterface Interface; ///< of the last attempt
  size_t IntegerStep = 0;
};

} // namespace

llvm::Expected<AccessesOutside> Refiner::tryRun() {
  RunnableOptions options;
  options.checkBounds = true;
  llvm::Expected<RunnableShader> runnable = makeRunnable(Shader, Spec, options);
  if (!runnable)
    return runnable.takeError();
  Interface = runnable->interface;
  llvm::Expected<PreparedRun> run = prepareRun(*runnable, Spec);
  if (!run)
    return run.takeError();
  auto results =
      runDispatches(Environment.device, {&run->dispatch}, Environment.limits);
  if (!results)
    return results.takeError();
  AccessesOutside outside;
  for (const BoundsViolation &violation :
       readBoundsReport(*runnable, *run, results->front()))
    (violation.site.isImage ? outside.images : outside.arrays)
        .push_back(violation);
  return outside;
}

/// The declaration \p variableId of \p block, the first or an alias.
static std::optional<BlockInterface::Alias>
declarationOf(const BlockInterface &block, uint32_t variableId) {
  if (block.variableId == variableId)
    return BlockInterface::Alias{variableId, block.fixedBytes,
                                 block.runtimeStrideBytes};
  for (const BlockInterface::Alias &alias : block.aliases)
    if (alias.variableId == variableId)
      return alias;
  return std::nullopt;
}

/// Makes the runtime array that \p violation left long enough. Returns false
/// where it is none, or already is.
bool Refiner::grow(const BoundsViolation &violation) {
  std::vector<std::string> names = blockNames(Interface);
  for (size_t i = 0; i < Interface.blocks.size(); ++i) {
    std::optional<BlockInterface::Alias> declared =
        declarationOf(Interface.blocks[i], violation.site.variableId);
    if (!declared || declared->runtimeStrideBytes == 0)
      continue;
    uint64_t wanted =
        declared->fixedBytes +
        (uint64_t(violation.greatestIndex) + 1) * declared->runtimeStrideBytes;
    auto buffer = llvm::find_if(
        Spec.buffers, [&](const BufferSpec &b) { return b.name == names[i]; });
    if (buffer == Spec.buffers.end() || wanted <= buffer->lengthBytes ||
        wanted > Options.maxBufferBytes)
      return false;
    buffer->lengthBytes = wanted;
    std::string subject = "buffer '" + names[i] + "'";
    llvm::erase_if(Spec.reasons, [&](const PlanReason &reason) {
      return reason.subject == subject;
    });
    Spec.reasons.push_back(
        {subject, std::to_string(wanted) + " bytes: element " +
                      std::to_string(violation.greatestIndex) +
                      " was reached in a trial"});
    return true;
  }
  return false;
}

bool Refiner::growAll(const std::vector<BoundsViolation> &violations) {
  bool hasGrown = false;
  for (const BoundsViolation &violation : violations)
    hasGrown |= grow(violation);
  return hasGrown;
}

static bool hasIntegers(const MemoryType &type, uint64_t lengthBytes) {
  bool found = false;
  forEachComponent(type, lengthBytes, [&](const Component &component) {
    found |= component.kind == ComponentKind::Int ||
             component.kind == ComponentKind::Uint;
  });
  return found;
}

/// Draws random integers from a smaller range: some may be indices.
bool Refiner::takeSmallerIntegers() {
  if (IntegerStep >= std::size(kSmallerIntegers))
    return false;
  double max = kSmallerIntegers[IntegerStep++];
  bool hasAny = false;
  std::vector<std::string> names = blockNames(Interface);
  for (BufferSpec &buffer : Spec.buffers) {
    auto name = llvm::find(names, buffer.name);
    if (buffer.contents.kind != ContentSpec::Kind::Random ||
        name == names.end() ||
        !hasIntegers(Interface.blocks[name - names.begin()].type,
                     buffer.lengthBytes))
      continue;
    buffer.contents.min = 0;
    buffer.contents.max = max;
    hasAny = true;
  }
  return hasAny;
}

/// The last resort: an array of fixed length may be meant for one workgroup.
bool Refiner::takeOneWorkgroup() {
  constexpr std::array<uint32_t, 3> kOne = {1, 1, 1};
  if (Options.workgroupCount || Spec.workgroupCount == kOne)
    return false;
  Spec.workgroupCount = kOne;
  llvm::erase_if(Spec.reasons, [](const PlanReason &reason) {
    return reason.subject == "workgroups";
  });
  Spec.reasons.push_back(
      {"workgroups", "one; more left an array of fixed length in a trial"});
  return true;
}

llvm::Expected<AccessesOutside> Refiner::refine() {
  for (unsigned attempt = 0;; ++attempt) {
    llvm::Expected<AccessesOutside> outside = tryRun();
    if (!outside || outside->arrays.empty() || attempt + 1 == kMaxAttempts)
      return outside;
    if (!growAll(outside->arrays) && !takeSmallerIntegers() &&
        !takeOneWorkgroup())
      return outside;
  }
}

llvm::Expected<AccessesOutside>
wglint::refineRun(const ShaderToRun &shader, const RunEnvironment &environment,
                  const PlanOptions &options, RunSpec &spec) {
  return Refiner(shader, environment, options, spec).refine();
}
