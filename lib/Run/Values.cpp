// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Values.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include <algorithm>

using namespace wglint;

MemoryType wglint::tightType(const MemoryType &type) {
  MemoryType tight = type;
  tight.componentBits = std::max(32U, type.componentBits);
  tight.isRowMajor = false;
  tight.matrixStrideBytes = uint64_t(tight.componentBits) / 8 * tight.rowCount;
  uint64_t strideBytes = tight.matrixStrideBytes * tight.columnCount;
  tight.sizeBytes = strideBytes;
  tight.arrayStridesBytes.assign(tight.arrayCounts.size(), 0);
  for (size_t d = tight.arrayCounts.size(); d-- > 0;) {
    tight.arrayStridesBytes[d] = strideBytes;
    strideBytes *= std::max<uint64_t>(1, tight.arrayCounts[d]);
  }
  return tight;
}

/// What stands behind \p prefix in \p name, where a path may: "" or ".x[1]".
static std::optional<llvm::StringRef> pathBehind(llvm::StringRef name,
                                                 llvm::StringRef prefix) {
  if (prefix.empty() || !name.consume_front(prefix))
    return std::nullopt;
  if (!name.empty() && name[0] != '.' && name[0] != '[')
    return std::nullopt;
  return name;
}

std::optional<ValuePlace> wglint::findValue(const ShaderInterface &interface,
                                            llvm::StringRef name) {
  for (size_t i = 0; i < interface.uniforms.size(); ++i) {
    const UniformInterface &uniform = interface.uniforms[i];
    if (auto path = pathBehind(name, uniform.name)) {
      MemoryType tight = tightType(uniform.type);
      std::vector<Component> components = componentsOf(tight, *path);
      if (!components.empty())
        return ValuePlace{false, i, std::move(components)};
    }
  }
  std::vector<std::string> names = blockNames(interface);
  std::optional<ValuePlace> found;
  for (size_t i = 0; i < interface.blocks.size(); ++i) {
    const BlockInterface &block = interface.blocks[i];
    if (auto path = pathBehind(name, names[i]))
      if (!path->empty())
        if (auto components = componentsOf(block.type, *path);
            !components.empty())
          return ValuePlace{true, i, std::move(components)};
    // A member's own name does where only one block has such a member.
    std::vector<Component> components = componentsOf(block.type, name);
    if (components.empty())
      continue;
    if (found)
      return std::nullopt;
    found = ValuePlace{true, i, std::move(components)};
  }
  return found;
}

/// All that a value can be called, for suggestions.
static std::vector<std::string> valueNames(const ShaderInterface &interface) {
  std::vector<std::string> names;
  for (const UniformInterface &uniform : interface.uniforms)
    names.push_back(uniform.name);
  for (const BlockInterface &block : interface.blocks)
    for (const MemoryType::Member &member : block.type.members)
      names.push_back(member.name);
  return names;
}

static llvm::Error noSuchValue(const ShaderInterface &interface,
                               llvm::StringRef name) {
  std::vector<std::string> names = valueNames(interface);
  llvm::StringRef meant = nearestSpelling(
      name, llvm::SmallVector<llvm::StringRef>(names.begin(), names.end()));
  return makeError(
      "the shader reads no uniform '" + name + "'" +
      (meant.empty() ? llvm::Twine("") : "; did you mean '" + meant + "'?"));
}

/// Writes the numbers of \p value over \p bytes; one number fills all.
static llvm::Error writeValue(const ValueSpec &value,
                              const std::vector<Component> &components,
                              Bytes &bytes) {
  size_t given = value.components.size();
  if (given != 1 && given != components.size())
    return makeError("uniform '" + value.name + "' has " +
                     llvm::Twine(components.size()) + " components, " +
                     llvm::Twine(given) + " are given");
  for (size_t i = 0; i < components.size(); ++i) {
    const Component &component = components[i];
    const std::string &text = value.components[given == 1 ? 0 : i];
    if (component.offsetBytes + component.sizeBytes() > bytes.size())
      return makeError("uniform '" + value.name +
                       "' lies beyond the end of its buffer");
    if (!encodeText(component, text, &bytes[component.offsetBytes]))
      return makeError("'" + text + "' is no value for uniform '" + value.name +
                       "'");
  }
  return llvm::Error::success();
}

llvm::Error wglint::applyValues(const RunnableShader &shader,
                                const RunSpec &spec, PreparedRun &run) {
  for (const UniformInterface &uniform : shader.interface.uniforms) {
    BoundUniform bound;
    bound.interface = uniform;
    bound.value.resize(extentBytes(tightType(uniform.type)));
    run.dispatch.uniforms.push_back(std::move(bound));
  }
  for (const ValueSpec &value : spec.uniforms) {
    std::optional<ValuePlace> place = findValue(shader.interface, value.name);
    if (!place)
      return noSuchValue(shader.interface, value.name);
    if (!place->isInBlock) {
      if (llvm::Error error =
              writeValue(value, place->components,
                         run.dispatch.uniforms[place->index].value))
        return error;
      continue;
    }
    for (size_t i = 0; i < run.blocks.size(); ++i)
      if (run.blocks[i].declaration == place->index)
        if (llvm::Error error = writeValue(value, place->components,
                                           run.dispatch.blocks[i].contents))
          return error;
  }
  return llvm::Error::success();
}
