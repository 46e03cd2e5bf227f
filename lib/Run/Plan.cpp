// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/Plan.h"
#include "Extents.h"
#include "Texels.h"
#include "Values.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Worker.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace wglint;

/// Lane operations that one look at a candidate may cost.
static constexpr uint64_t kPlanBudget = 4'000'000;
/// Runs of the lane analysis that the choice of numbers may cost.
static constexpr unsigned kMaxLooks = 19;

llvm::Expected<RunnableShader> wglint::makeRunnable(const ShaderToRun &shader,
                                                    const RunSpec &spec,
                                                    RunnableOptions options) {
  options.entryPoint = shader.entryPoint;
  options.specialization = shader.specialization;
  for (const ValueSpec &constant : spec.constants)
    options.specialization.emplace_back(constant.name,
                                        constant.components.front());
  options.localSize = spec.localSize ? spec.localSize : shader.localSize;
  return makeRunnable(shader.words, options);
}

namespace {

class Planner {
public:
  Planner(const ShaderToRun &shader, const PlanOptions &options,
          const spirv::Module &module, const ShaderInterface &interface)
      : Shader(shader), Options(options), M(module), Interface(interface) {}

  llvm::Expected<RunSpec> plan();

private:
  void chooseValues();
  void tryAlternatives();
  AnalysisOptions analysisOptions() const;
  EntryPointFacts factsOfCandidate() const;
  void planUniforms();
  void planBuffers();
  void planBuffer(const BlockInterface &block, const std::string &name,
                  const EntryPointFacts &facts);
  uint64_t reachOf(const BlockInterface &block, const EntryPointFacts &facts,
                   std::string &reason) const;
  llvm::Error planImages();
  llvm::Error planImage(const ImageInterface &image, const std::string &name);
  std::array<uint32_t, 3> imageSize(const ImageInterface &image) const;
  void because(const llvm::Twine &subject, const llvm::Twine &text) {
    Spec.reasons.push_back({subject.str(), text.str()});
  }

  const ShaderToRun &Shader;
  const PlanOptions &Options;
  const spirv::Module &M;
  const ShaderInterface &Interface;
  HostNumbers Host;
  Extents Sizes;
  std::vector<ChosenNumber> Chosen; ///< one per Host.numbers
  RunSpec Spec;
};

} // namespace

llvm::Expected<RunSpec> Planner::plan() {
  Host = findHostNumbers(M);
  Sizes = chooseExtents(Interface.workgroupSize, Host.usedDims, Options);
  Spec.seed = Options.seed;
  Spec.workgroupCount = Sizes.workgroupCount;
  Spec.localSize = Shader.localSize;
  std::string dims;
  for (unsigned d = 0; d < 3; ++d)
    if (Host.usedDims >> d & 1)
      dims += std::string(dims.empty() ? "" : ", ") + "xyz"[d];
  because("workgroups", Options.workgroupCount ? "as given"
                        : dims.empty()
                            ? "the shader reads no id of the dispatch"
                            : "the shader reads " + dims + " of the id");
  chooseValues();
  tryAlternatives();
  planUniforms();
  planBuffers();
  if (llvm::Error error = planImages())
    return error;
  return std::move(Spec);
}

/// A number that the caller gave, as an integer.
static std::optional<int64_t> givenValue(const std::vector<ValueSpec> &given,
                                         llvm::StringRef name) {
  for (const ValueSpec &value : given) {
    int64_t number = 0;
    if (value.name == name && value.components.size() == 1 &&
        !llvm::StringRef(value.components[0]).getAsInteger(0, number))
      return number;
  }
  return std::nullopt;
}

void Planner::chooseValues() {
  Chosen = chooseNumbers(Host.numbers, Sizes);
  for (size_t i = 0; i < Chosen.size(); ++i)
    if (auto value = givenValue(Options.uniforms, Host.numbers[i].name))
      Chosen[i] = {*value, "as given", {}};
}

AnalysisOptions Planner::analysisOptions() const {
  AnalysisOptions options;
  options.configs = deviceConfigs("nvidia-hopper");
  options.specialization = Shader.specialization;
  options.localSize = Interface.workgroupSize;
  options.dispatch = Spec.workgroupCount;
  options.laneOperationBudget = kPlanBudget;
  for (size_t i = 0; i < Chosen.size(); ++i)
    if (Host.numbers[i].kind == HostNumber::Kind::Value)
      options.assumptions.emplace_back(Host.numbers[i].name, Chosen[i].value);
  return options;
}

EntryPointFacts Planner::factsOfCandidate() const {
  for (EntryPointFacts &facts : analyzeModule(M, analysisOptions()))
    if (facts.name == Interface.entryPoint)
      return std::move(facts);
  return {};
}

/// How much of the shader executes: stores that do at all count before how
/// often they do.
static std::pair<uint64_t, uint64_t> executedStores(const EntryPointFacts &f) {
  std::pair<uint64_t, uint64_t> executed{0, 0};
  for (const AccessFact &access : f.accesses) {
    bool isOutput =
        access.op != AccessOp::Load && (access.space == MemorySpace::Global ||
                                        access.space == MemorySpace::Image);
    if (!isOutput || access.costs.empty() || !access.costs.front().dispatch)
      continue;
    const MaybeCount &requests = access.costs.front().dispatch->requests;
    uint64_t count = requests ? requests->max : 1;
    executed.first += count != 0;
    executed.second += count;
  }
  return executed;
}

/// Numbers without a role: takes what makes more stores execute.
void Planner::tryAlternatives() {
  unsigned looks = 0;
  std::optional<std::pair<uint64_t, uint64_t>> best;
  for (size_t i = 0; i < Chosen.size(); ++i) {
    std::vector<int64_t> alternatives = Chosen[i].alternatives;
    for (int64_t value : alternatives) {
      if (looks++ >= kMaxLooks)
        return;
      if (!best)
        best = executedStores(factsOfCandidate());
      int64_t before = Chosen[i].value;
      Chosen[i].value = value;
      auto executed = executedStores(factsOfCandidate());
      if (executed > *best) {
        best = executed;
        Chosen[i].reason =
            "makes more stores execute than " + std::to_string(before);
      } else {
        Chosen[i].value = before;
      }
    }
  }
}

/// Values for all components of a uniform that no number speaks for: small,
/// positive, and not all the same.
static std::vector<std::string> defaultValues(ComponentKind kind,
                                              size_t count) {
  std::vector<std::string> values;
  for (size_t i = 0; i < count; ++i)
    switch (kind) {
    case ComponentKind::Bool:
      values.push_back("true");
      break;
    case ComponentKind::Float:
      values.push_back(std::to_string(0.5 + 0.125 * double(i % 16)));
      break;
    default:
      values.push_back("1");
    }
  return values;
}

/// A float as short as it may be: "0.5", "37".
static void shorten(std::string &text) {
  if (!llvm::StringRef(text).contains('.'))
    return;
  while (text.back() == '0')
    text.pop_back();
  if (text.back() == '.')
    text.pop_back();
}

void Planner::planUniforms() {
  for (const UniformInterface &uniform : Interface.uniforms) {
    std::vector<Component> all = componentsOf(tightType(uniform.type), "");
    Spec.uniforms.push_back(
        {uniform.name, defaultValues(uniform.type.component, all.size())});
    for (std::string &text : Spec.uniforms.back().components)
      shorten(text);
  }
  for (size_t i = 0; i < Chosen.size(); ++i) {
    const HostNumber &number = Host.numbers[i];
    if (number.kind != HostNumber::Kind::Value)
      continue;
    std::optional<ValuePlace> place = findValue(Interface, number.name);
    if (!place || place->components.size() != 1)
      continue;
    // A float without a role has a better value than 1.
    bool isWeak = number.typeKind != spirv::TypeKind::Int &&
                  !Chosen[i].alternatives.empty() && Chosen[i].value == 1;
    std::string text = std::to_string(Chosen[i].value);
    if (place->isInBlock)
      Spec.uniforms.push_back({number.name, {isWeak ? "0.75" : text}});
    else if (!isWeak) {
      MemoryType tight = tightType(Interface.uniforms[place->index].type);
      std::vector<Component> all = componentsOf(tight, "");
      for (size_t c = 0; c < all.size(); ++c)
        if (all[c].offsetBytes == place->components[0].offsetBytes)
          Spec.uniforms[place->index].components[c] = text;
    }
    if (!isWeak)
      because("uniform '" + number.name + "'", text + ": " + Chosen[i].reason);
  }
  for (const ValueSpec &given : Options.uniforms) {
    llvm::erase_if(Spec.uniforms, [&](const ValueSpec &value) {
      return value.name == given.name;
    });
    Spec.uniforms.push_back(given);
  }
}

static bool isDeclarationOf(const BlockInterface &block, uint32_t variableId) {
  return block.variableId == variableId ||
         llvm::any_of(block.aliases, [&](const BlockInterface::Alias &alias) {
           return alias.variableId == variableId;
         });
}

/// The greatest stride of a runtime array of \p block; 0: it has none.
static uint64_t runtimeStrideBytes(const BlockInterface &block) {
  uint64_t strideBytes = block.runtimeStrideBytes;
  for (const BlockInterface::Alias &alias : block.aliases)
    strideBytes = std::max(strideBytes, alias.runtimeStrideBytes);
  return strideBytes;
}

/// Bytes that \p block needs for what the analysis knows of its accesses.
uint64_t Planner::reachOf(const BlockInterface &block,
                          const EntryPointFacts &facts,
                          std::string &reason) const {
  uint64_t bytes = 0;
  bool isBounded = true;
  for (const AccessFact &access : facts.accesses) {
    if (!isDeclarationOf(block, access.variableId.variable))
      continue;
    if (access.reachedBytes)
      bytes = std::max<uint64_t>(
          bytes, std::max<int64_t>(0, access.reachedBytes->end));
    else if (access.unknown || access.evidence == FactEvidence::Unknown)
      isBounded = false;
  }
  reason = "all that the analysis finds reached";
  if (isBounded && bytes > block.fixedBytes)
    return bytes;
  uint64_t invocations = 1;
  for (uint32_t size : Sizes.full)
    invocations *= size;
  reason = "one element for each invocation; the analysis knows no bound";
  return std::max(bytes,
                  block.fixedBytes + runtimeStrideBytes(block) * invocations);
}

void Planner::planBuffer(const BlockInterface &block, const std::string &name,
                         const EntryPointFacts &facts) {
  BufferSpec buffer;
  buffer.name = name;
  buffer.lengthBytes = block.fixedBytes;
  if (uint64_t stride = runtimeStrideBytes(block)) {
    std::string reason;
    uint64_t reached = reachOf(block, facts, reason);
    if (reached > Options.maxBufferBytes) {
      reached = Options.maxBufferBytes;
      reason = "the limit of a planned buffer";
    }
    uint64_t elements = std::max<uint64_t>(
        1, reached <= block.fixedBytes
               ? 1
               : (reached - block.fixedBytes + stride - 1) / stride);
    buffer.lengthBytes = block.fixedBytes + elements * stride;
    because("buffer '" + name + "'",
            llvm::Twine(buffer.lengthBytes) + " bytes: " + reason);
  }
  buffer.isOutput = !block.isUniform && !block.isReadOnly;
  buffer.contents.seed = Spec.buffers.size();
  if (block.isCounter)
    buffer.contents.kind = ContentSpec::Kind::Zero;
  else if (block.isWriteOnly)
    buffer.contents.kind = ContentSpec::Kind::Sentinel;
  Spec.buffers.push_back(std::move(buffer));
}

void Planner::planBuffers() {
  EntryPointFacts facts = factsOfCandidate();
  std::vector<std::string> names = blockNames(Interface);
  for (size_t i = 0; i < Interface.blocks.size(); ++i)
    planBuffer(Interface.blocks[i], names[i], facts);
}

/// A format for what is read with a sampler, or has none declared.
static std::string formatFor(const ImageInterface &image) {
  if (!image.format.empty())
    return image.format;
  if (image.isShadow)
    return "r32f";
  switch (image.component) {
  case ComponentKind::Int:
    return "rgba32i";
  case ComponentKind::Uint:
    return "rgba32ui";
  default:
    return "rgba32f";
  }
}

/// As large as the dispatch, or, where the shader compares an id with the
/// image's size, as that guard wants it.
std::array<uint32_t, 3> Planner::imageSize(const ImageInterface &image) const {
  // Texels of an image that is not indexed by all components of an id.
  constexpr uint32_t kFewestTexels = 8;
  std::array<uint32_t, 3> size = Sizes.full;
  for (size_t i = 0; i < Chosen.size(); ++i) {
    const HostNumber &number = Host.numbers[i];
    if (number.kind == HostNumber::Kind::ImageSize &&
        number.variableId == image.variableId && number.component < 3 &&
        number.isBound())
      size[number.component] = uint32_t(Chosen[i].value);
  }
  for (uint32_t &texels : size)
    texels = std::max(texels, kFewestTexels);
  using Dim = ImageInterface::Dim;
  switch (image.dim) {
  case Dim::Buffer:
  case Dim::Dim1D:
    return {size[0], image.isArrayed ? size[1] : 1, 1};
  case Dim::Dim2D:
    return {size[0], size[1], image.isArrayed ? size[2] : 1};
  case Dim::Cube:
    size[0] = std::max(size[0], size[1]);
    return {size[0], size[0], image.isArrayed ? 12U : 6U};
  case Dim::Dim3D:
    return size;
  }
  llvm_unreachable("an image of no dimension");
}

llvm::Error Planner::planImage(const ImageInterface &declared,
                               const std::string &name) {
  if (declared.isMultisampled)
    return makeError("image '" + name +
                     "' is multisampled, which wglint does not run");
  ImageSpec image;
  image.name = name;
  image.size = imageSize(declared);
  image.format = formatFor(declared);
  image.isOutput = !declared.isSampled && !declared.isReadOnly;
  image.contents.seed = 1000 + Spec.images.size();
  if (!declared.isSampled && declared.isWriteOnly)
    image.contents.kind = ContentSpec::Kind::Sentinel;
  if (declared.isShadow) {
    image.contents.min = 0;
    image.contents.max = 1;
  }
  because("image '" + name + "'", llvm::Twine(image.size[0]) + " x " +
                                      llvm::Twine(image.size[1]) + " x " +
                                      llvm::Twine(image.size[2]) +
                                      ": what the dispatch covers");
  Spec.images.push_back(std::move(image));
  return llvm::Error::success();
}

llvm::Error Planner::planImages() {
  std::vector<std::string> names = imageNames(Interface);
  for (size_t i = 0; i < Interface.images.size(); ++i)
    if (llvm::Error error = planImage(Interface.images[i], names[i]))
      return error;
  return llvm::Error::success();
}

static llvm::Expected<RunSpec> planHere(const ShaderToRun &shader,
                                        const PlanOptions &options) {
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(shader.words);
  if (!module)
    return module.takeError();
  llvm::Expected<RunnableShader> runnable = makeRunnable(shader, RunSpec());
  if (!runnable)
    return runnable.takeError();
  return Planner(shader, options, **module, runnable->interface).plan();
}

// What a child sends: this and the YAML, or an error's text.
static constexpr llvm::StringLiteral kPlanned("plan\n");

/// The plan that a child sent. Its comments are the reasons.
static llvm::Expected<RunSpec> receivePlan(llvm::StringRef text) {
  if (!text.consume_front(kPlanned))
    return makeError(text);
  llvm::Expected<RunSpec> spec = parseRunSpec(text, "plan");
  while (spec && text.consume_front("# ")) {
    auto [line, rest] = text.split('\n');
    auto [subject, reason] = line.split(": ");
    spec->reasons.push_back({subject.str(), reason.str()});
    text = rest;
  }
  return spec;
}

llvm::Expected<RunSpec> wglint::planRun(const ShaderToRun &shader,
                                        const PlanOptions &options) {
  WorkerLimits limits;
  WorkerResult result;
  llvm::Error error = runWorkers(
      1, 1, limits,
      [&](size_t) -> WorkerTask {
        return [&](StageAnnouncer announce) {
          announce(stage::kAnalysis);
          llvm::Expected<RunSpec> spec = planHere(shader, options);
          return spec ? kPlanned.str() + toYaml(*spec)
                      : toString(spec.takeError());
        };
      },
      [&](size_t, WorkerResult got) { result = std::move(got); });
  if (error)
    return error;
  if (result.death)
    return makeError(shader.path + ": working out a run ended by " +
                     describeDeath(*result.death, limits) +
                     "; write one by hand (--run=FILE)");
  return receivePlan(result.output);
}
