// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnknownNames.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace wglint;
using llvm::StringRef;

namespace {

/// A name that was given, and the files that it was given for.
struct GivenName {
  StringRef kind; ///< of what it names
  std::string name, origin;
  bool isForFolder = false; ///< said by a configuration
  unsigned fileCount = 0;
  bool isKnown = false;
  std::set<std::string> names; ///< that the files have
};

/// In the order in which they were first met.
class GivenNames {
public:
  template <typename T>
  void add(StringRef kind, const Sourced<T> &given,
           const std::set<std::string> &names, size_t file);
  llvm::ArrayRef<GivenName> all() const { return Names; }

private:
  std::vector<GivenName> Names;
  /// Origin and name to the place in Names.
  std::map<std::pair<std::string, std::string>, size_t> Places;
  std::map<size_t, size_t> LastFiles; ///< for each of Names
};

} // namespace

/// \p word without its indices.
static StringRef withoutIndices(StringRef word) {
  return word.split('[').first;
}

/// The part of \p name that is none of \p names; empty if they have all. The
/// last may be a component of a vector.
static StringRef unknownPart(StringRef name,
                             const std::set<std::string> &names) {
  llvm::SmallVector<StringRef, 4> parts;
  name.split(parts, '.');
  for (size_t i = 0; i < parts.size(); ++i) {
    StringRef part = withoutIndices(parts[i]);
    bool isComponent = i > 0 && i + 1 == parts.size() && part.size() == 1 &&
                       StringRef("xyzw").contains(part);
    if (!isComponent && !names.count(part.str()))
      return part;
  }
  return {};
}

template <typename T>
void GivenNames::add(StringRef kind, const Sourced<T> &given,
                     const std::set<std::string> &names, size_t file) {
  std::string origin = given.origin.text();
  auto [place, isNew] =
      Places.try_emplace({origin, given.value.first}, Names.size());
  if (isNew)
    Names.push_back({kind,
                     given.value.first,
                     origin,
                     !given.origin.range.file.empty(),
                     0,
                     false,
                     {}});
  GivenName &name = Names[place->second];
  // The variants of a file are one.
  if (isNew || LastFiles[place->second] != file)
    ++name.fileCount;
  LastFiles[place->second] = file;
  name.isKnown |= unknownPart(name.name, names).empty();
  name.names.insert(names.begin(), names.end());
}

static void printUnknown(const GivenName &given, llvm::raw_ostream &notes) {
  notes << "wglint: note: no shader that was linted has a " << given.kind
        << " '" << given.name << "' (" << given.origin << ')';
  StringRef part = unknownPart(given.name, given.names);
  std::vector<StringRef> names(given.names.begin(), given.names.end());
  StringRef nearest = nearestSpelling(part, names);
  if (!nearest.empty()) {
    auto [before, after] = StringRef(given.name).split(part);
    notes << "; did you mean '" << before << nearest << after << "'?";
  }
  notes << '\n';
}

void wglint::printUnknownNames(llvm::ArrayRef<PlannedFile> plan,
                               llvm::ArrayRef<FileResult> files,
                               llvm::raw_ostream &notes) {
  GivenNames given;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i].hostNames)
      continue;
    const auto &[uniforms, constants] = *files[i].hostNames;
    std::set<std::string> assumable = uniforms;
    assumable.insert(constants.begin(), constants.end());
    for (const VariantJob &job : plan[i].jobs) {
      for (const Sourced<NameNumber> &name : job.settings.assumptions)
        given.add("uniform", name, assumable, i);
      for (const Sourced<NameValue> &name : job.settings.specialization)
        given.add("specialization constant", name, constants, i);
    }
  }
  for (const GivenName &name : given.all())
    if (!name.isKnown && name.fileCount >= (name.isForFolder ? 2U : 1U))
      printUnknown(name, notes);
}
