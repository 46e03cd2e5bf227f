// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs as YAML, both ways, by LLVM's YAML library: the mappings below are the
/// format.

#include "wglint/Run/RunSpec.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"
#include <algorithm>

using namespace wglint;

namespace {

/// One to three numbers; what is missing is 1.
struct Triple {
  std::array<uint32_t, 3> numbers = {1, 1, 1};
  uint32_t beyond = 0; ///< takes what is too much, after the error
};

/// A scalar or a list of them. A mapping is an error.
struct ValueText {
  std::vector<std::string> components;
  std::string single;
  struct NotAValue {
  } notAValue;
};

/// Named values, kept in the order of their names.
struct NamedValues {
  std::vector<ValueSpec> values;
};

} // namespace

// All keys of the format, for suggestions.
static constexpr llvm::StringLiteral kKeys[] = {
    "workgroups", "local-size", "seed",     "buffers",       "images",
    "uniforms",   "constants",  "contents", "tolerance-ulp", "name",
    "bytes",      "output",     "expected", "size",          "format",
    "kind",       "constant",   "file",     "min",           "max"};

LLVM_YAML_IS_SEQUENCE_VECTOR(wglint::BufferSpec)
LLVM_YAML_IS_SEQUENCE_VECTOR(wglint::ImageSpec)

namespace llvm::yaml {

template <>
struct SequenceTraits<Triple> {
  static size_t size(IO &, Triple &) { return 3; }
  static uint32_t &element(IO &io, Triple &triple, size_t index) {
    if (index < 3)
      return triple.numbers[index];
    io.setError("more than three numbers");
    return triple.beyond;
  }
  // The library asks for this name.
  // NOLINTNEXTLINE(readability-identifier-naming)
  static const bool flow = true;
};

template <>
struct MappingTraits<ValueText::NotAValue> {
  static void mapping(IO &io, ValueText::NotAValue &) {
    io.setError("expected a number or a list of numbers");
  }
};

template <>
struct PolymorphicTraits<ValueText> {
  static NodeKind getKind(const ValueText &value) {
    return value.components.size() == 1 ? NodeKind::Scalar : NodeKind::Sequence;
  }
  static std::string &getAsScalar(ValueText &value) { return value.single; }
  static ValueText::NotAValue &getAsMap(ValueText &value) {
    return value.notAValue;
  }
  static std::vector<std::string> &getAsSequence(ValueText &value) {
    return value.components;
  }
};

template <>
struct CustomMappingTraits<NamedValues> {
  static void inputOne(IO &io, StringRef key, NamedValues &named) {
    ValueText text;
    io.mapRequired(key.str().c_str(), text);
    if (text.components.empty())
      text.components.push_back(text.single);
    named.values.push_back({key.str(), std::move(text.components)});
  }
  static void output(IO &io, NamedValues &named) {
    for (const ValueSpec &value : named.values) {
      ValueText text{value.components, value.components.front(), {}};
      io.mapRequired(value.name.c_str(), text);
    }
  }
};

template <>
struct ScalarEnumerationTraits<ContentSpec::Kind> {
  static void enumeration(IO &io, ContentSpec::Kind &kind) {
    io.enumCase(kind, "random", ContentSpec::Kind::Random);
    io.enumCase(kind, "iota", ContentSpec::Kind::Iota);
    io.enumCase(kind, "zero", ContentSpec::Kind::Zero);
    io.enumCase(kind, "constant", ContentSpec::Kind::Constant);
    io.enumCase(kind, "sentinel", ContentSpec::Kind::Sentinel);
    io.enumCase(kind, "raw", ContentSpec::Kind::Raw);
    io.enumCase(kind, "npy", ContentSpec::Kind::Npy);
  }
};

template <>
struct MappingTraits<ContentSpec> {
  static void mapping(IO &io, ContentSpec &contents) {
    io.mapRequired("kind", contents.kind);
    io.mapOptional("seed", contents.seed, uint64_t(0));
    io.mapOptional("constant", contents.constant, 0.0);
    io.mapOptional("file", contents.file, std::string());
    io.mapOptional("min", contents.min);
    io.mapOptional("max", contents.max);
  }
  static std::string validate(IO &, ContentSpec &contents) {
    bool isFile = contents.kind == ContentSpec::Kind::Raw ||
                  contents.kind == ContentSpec::Kind::Npy;
    if (isFile && contents.file.empty())
      return "contents of kind 'raw' and 'npy' need a 'file'";
    if (!isFile && !contents.file.empty())
      return "'file' needs contents of kind 'raw' or 'npy'";
    if (contents.min.has_value() != contents.max.has_value())
      return "'min' and 'max' are given together";
    if (contents.min && !(*contents.min <= *contents.max))
      return "'min' is greater than 'max'";
    return "";
  }
  // The library asks for this name.
  // NOLINTNEXTLINE(readability-identifier-naming)
  static const bool flow = true;
};

template <>
struct MappingTraits<BufferSpec> {
  static void mapping(IO &io, BufferSpec &buffer) {
    io.mapRequired("name", buffer.name);
    io.mapRequired("bytes", buffer.lengthBytes);
    io.mapOptional("contents", buffer.contents);
    io.mapOptional("output", buffer.isOutput, false);
    io.mapOptional("expected", buffer.expectedFile, std::string());
  }
};

template <>
struct MappingTraits<ImageSpec> {
  static void mapping(IO &io, ImageSpec &image) {
    Triple size;
    if (io.outputting())
      size.numbers = image.size;
    io.mapRequired("name", image.name);
    io.mapRequired("size", size);
    io.mapRequired("format", image.format);
    io.mapOptional("contents", image.contents);
    io.mapOptional("output", image.isOutput, false);
    io.mapOptional("expected", image.expectedFile, std::string());
    image.size = size.numbers;
  }
  static std::string validate(IO &, ImageSpec &image) {
    return llvm::is_contained(image.size, 0u) ? "'size' holds a zero" : "";
  }
};

template <>
struct MappingTraits<RunSpec> {
  /// A list that is left out where it is empty.
  template <typename T>
  static void list(IO &io, const char *key, std::vector<T> &items) {
    if (!io.outputting() || !items.empty())
      io.mapOptional(key, items);
  }
  static void values(IO &io, const char *key, std::vector<ValueSpec> &values) {
    NamedValues named{values};
    if (!io.outputting() || !values.empty())
      io.mapOptional(key, named);
    values = std::move(named.values);
  }
  static void mapping(IO &io, RunSpec &spec) {
    Triple workgroups;
    if (io.outputting())
      workgroups.numbers = spec.workgroupCount;
    io.mapRequired("workgroups", workgroups);
    spec.workgroupCount = workgroups.numbers;
    std::optional<Triple> localSize;
    if (spec.localSize)
      localSize = Triple{*spec.localSize};
    io.mapOptional("local-size", localSize);
    if (localSize)
      spec.localSize = localSize->numbers;
    io.mapOptional("seed", spec.seed, uint64_t(1));
    list(io, "buffers", spec.buffers);
    list(io, "images", spec.images);
    values(io, "uniforms", spec.uniforms);
    values(io, "constants", spec.constants);
    io.mapOptional("tolerance-ulp", spec.toleranceUlp, uint32_t(0));
  }
  static std::string validate(IO &, RunSpec &spec) {
    if (llvm::is_contained(spec.workgroupCount, 0u))
      return "'workgroups' holds a zero";
    if (spec.localSize && llvm::is_contained(*spec.localSize, 0u))
      return "'local-size' holds a zero";
    return "";
  }
};

} // namespace llvm::yaml

/// LLVM's message with the key that was meant, where it is about a key.
static std::string withSuggestion(llvm::StringRef message) {
  llvm::StringRef key = message;
  if (!key.consume_front("unknown key '") || !key.consume_back("'"))
    return message.str();
  llvm::StringRef meant =
      nearestSpelling(key, llvm::SmallVector<llvm::StringRef>(std::begin(kKeys),
                                                              std::end(kKeys)));
  return meant.empty() ? message.str()
                       : (message + "; did you mean '" + meant + "'?").str();
}

/// Keeps the first of LLVM's complaints.
static void keepFirst(const llvm::SMDiagnostic &diagnostic, void *context) {
  auto &first = *static_cast<std::string *>(context);
  if (first.empty())
    first = std::to_string(diagnostic.getLineNo()) + ":" +
            std::to_string(diagnostic.getColumnNo() + 1) + ": " +
            withSuggestion(diagnostic.getMessage());
}

llvm::Expected<RunSpec> wglint::parseRunSpec(llvm::StringRef text,
                                             llvm::StringRef path) {
  std::string complaint;
  llvm::yaml::Input input(text, nullptr, keepFirst, &complaint);
  RunSpec spec;
  input >> spec;
  // LLVM refuses a text without a document, but has no words for it.
  if (input.error() && complaint.empty())
    complaint = "1:1: the file is empty";
  if (!complaint.empty())
    return makeError(path + ":" + complaint);
  auto byName = [](const ValueSpec &a, const ValueSpec &b) {
    return a.name < b.name;
  };
  std::sort(spec.uniforms.begin(), spec.uniforms.end(), byName);
  std::sort(spec.constants.begin(), spec.constants.end(), byName);
  return spec;
}

llvm::Expected<RunSpec> wglint::readRunSpec(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return makeError("cannot read '" + path +
                     "': " + file.getError().message());
  llvm::Expected<RunSpec> spec = parseRunSpec((*file)->getBuffer(), path);
  if (!spec)
    return spec;
  auto place = [&](std::string &name) {
    if (name.empty() || llvm::sys::path::is_absolute(name))
      return;
    llvm::SmallString<128> full(llvm::sys::path::parent_path(path));
    llvm::sys::path::append(full, name);
    name = full.str().str();
  };
  for (BufferSpec &buffer : spec->buffers) {
    place(buffer.contents.file);
    place(buffer.expectedFile);
  }
  for (ImageSpec &image : spec->images) {
    place(image.contents.file);
    place(image.expectedFile);
  }
  return spec;
}

std::string wglint::toYaml(const RunSpec &spec) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const PlanReason &reason : spec.reasons)
    out << "# " << reason.subject << ": " << reason.text << '\n';
  RunSpec copy = spec; // LLVM's writer takes what it writes by reference.
  llvm::yaml::Output yaml(out, nullptr, /*WrapColumn=*/0);
  yaml << copy;
  return text;
}

std::string wglint::runSpecPathFor(llvm::StringRef shaderPath) {
  return (shaderPath + ".run.yaml").str();
}
