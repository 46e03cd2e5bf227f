// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --rewrite=NAME: what a rewrite makes of a shader, before any proof.
/// --edit: edits of a shader by places.

#include "Actions.h"
#include "wglint/Check/RaceFindings.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace wglint::opt {

namespace {
/// A shader with all that rewrites read of it.
struct Subject {
  std::string path, text;
  FrontendOptions frontend;
  AnalysisOptions analysis;
  FrontendResult compiled;
  std::vector<EntryPointFacts> facts;
  std::unique_ptr<const syntax::SyntaxTree> tree;
};
} // namespace

static llvm::Error analyze(Subject &subject, llvm::StringRef text) {
  subject.text = text.str();
  subject.compiled = compileShader(subject.path, text, subject.frontend);
  if (subject.compiled.status != FrontendStatus::Compiled)
    return makeError("'" + subject.path + "' does not compile");
  auto module = spirv::Module::parse(subject.compiled.spirv);
  if (!module)
    return module.takeError();
  subject.facts = analyzeModule(**module, subject.analysis);
  if (subject.facts.empty() || !subject.compiled.tokens)
    return makeError("'" + subject.path + "' has no entry point or no text");
  subject.tree = syntax::SyntaxTree::parse(*subject.compiled.tokens);
  return llvm::Error::success();
}

static llvm::Expected<Subject> readSubject(llvm::StringRef path,
                                           const FrontendOptions &frontend,
                                           const AnalysisOptions &analysis) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  Subject subject;
  subject.path = path.str();
  subject.frontend = frontend;
  subject.analysis = analysis;
  if (llvm::Error error = analyze(subject, (*buffer)->getBuffer()))
    return error;
  return subject;
}

static void printFix(const Subject &subject, const Fix &fix,
                     llvm::raw_ostream &out) {
  out << toString(fix.applicability) << ": " << fix.message << '\n';
  if (!fix.dispatchChange.empty())
    out << "dispatch: " << fix.dispatchChange << '\n';
  if (fix.workgroupCovers)
    out << llvm::formatv("workgroup covers: {0} x {1} x {2}\n",
                         (*fix.workgroupCovers)[0], (*fix.workgroupCovers)[1],
                         (*fix.workgroupCovers)[2]);
  if (!fix.proposal.empty())
    out << fix.proposal << '\n';
  llvm::Expected<std::string> edited = applyEdits(subject.text, fix.edits);
  if (!edited)
    out << "bad edits: " << llvm::toString(edited.takeError()) << '\n';
  else
    out << unifiedDiff(subject.text, *edited, "shader");
}

/// What apply() says of a finding that prepare() offers nothing for, or
/// nothing: most rewrites plan the same in both.
static std::string whyNoOffer(const RewriteContext &context,
                              const RewriteInfo &rewrite,
                              const Diagnostic &finding) {
  llvm::Expected<std::vector<Fix>> fixes = rewrite.apply(context, finding);
  return fixes ? "" : ": " + llvm::toString(fixes.takeError());
}

static void tryRewrite(const Subject &subject, const RewriteContext &context,
                       const RewriteInfo &rewrite, const Diagnostic &finding,
                       llvm::raw_ostream &out) {
  out << "== " << finding.range.begin << ' ' << finding.check << '\n';
  std::optional<FixOffer> offer = rewrite.prepare(context, finding);
  if (!offer) {
    out << "no offer" << whyNoOffer(context, rewrite, finding) << '\n';
    return;
  }
  out << "offer: " << offer->message << '\n';
  llvm::Expected<std::vector<Fix>> fixes = rewrite.apply(context, finding);
  if (!fixes) {
    out << "refused: " << llvm::toString(fixes.takeError()) << '\n';
    return;
  }
  for (const Fix &fix : *fixes)
    printFix(subject, fix, out);
}

llvm::Error
printRewrite(llvm::StringRef path, llvm::StringRef name,
             const FrontendOptions &frontend, const AnalysisOptions &analysis,
             llvm::ArrayRef<std::pair<std::string, std::string>> parameters,
             llvm::raw_ostream &out) {
  const RewriteInfo *rewrite = findRewrite(name);
  if (!rewrite)
    return makeError("there is no rewrite named '" + name + "'");
  llvm::Expected<Subject> subject = readSubject(path, frontend, analysis);
  if (!subject)
    return subject.takeError();
  bool isVulkan = frontend.targetEnv == TargetEnv::Vulkan;
  const ApiProfile *apis[] = {findApiProfile(isVulkan ? "vulkan" : "gl43")};
  CheckContext checkContext{subject->facts.front(), subject->analysis, "given",
                            apis, *subject->compiled.sourceMap};
  RewriteContext context{
      *subject->compiled.tokens, *subject->tree, checkContext, path, parameters,
      raceRanges(checkContext)};
  letReadAgain(context, [&](llvm::StringRef text) -> llvm::Expected<ReadText> {
    Subject edited{path.str(), "", frontend, analysis, {}, {}, nullptr};
    if (llvm::Error error = analyze(edited, text))
      return error;
    return ReadText{std::move(edited.facts.front()), edited.compiled.tokens,
                    edited.compiled.sourceMap};
  });
  llvm::SmallVector<const CheckInfo *, 4> checks;
  for (llvm::StringRef check : rewrite->checks)
    if (const CheckInfo *info = findCheck(check))
      checks.push_back(info);
  for (const Diagnostic &finding : runChecks(checks, checkContext))
    tryRewrite(*subject, context, *rewrite, finding, out);
  return llvm::Error::success();
}

/// "3:5" or "3:5-3:8".
static std::optional<SourceRange> parseRange(llvm::StringRef path,
                                             llvm::StringRef text) {
  auto parse = [](llvm::StringRef place, Position &position) {
    auto [line, column] = place.split(':');
    return !line.getAsInteger(10, position.line) &&
           !column.getAsInteger(10, position.column);
  };
  auto [begin, end] = text.split('-');
  SourceRange range;
  range.file = path.str();
  if (!parse(begin, range.begin) || !parse(end, range.end))
    return std::nullopt;
  return range;
}

/// Makes one edit for each expansion of the text: nodes that lie in each other
/// are the same edit, asked for once.
static llvm::Error makeEdit(llvm::StringRef verb, llvm::StringRef text,
                            llvm::ArrayRef<const syntax::Node *> nodes,
                            EditSet &edits) {
  const syntax::Node *last = nullptr;
  for (const syntax::Node *node : nodes) {
    if (last && syntax::isAncestor(*last, *node))
      continue;
    last = node;
    if (verb == "replace")
      edits.replace(*node, text);
    else if (verb == "wrap")
      edits.wrap(*node, text, ")");
    else if (verb == "lines-before")
      edits.insertLinesBefore(*node, text);
    else if (verb == "lines-after")
      edits.insertLinesAfter(*node, text);
    else if (verb == "replace-lines")
      edits.replaceLines(*node, text);
    else if (verb == "remove")
      edits.removeStatement(*node);
    else
      return makeError("--edit does not know '" + verb + "'");
  }
  return llvm::Error::success();
}

llvm::Error printEdits(llvm::StringRef path,
                       llvm::ArrayRef<std::string> commands,
                       const FrontendOptions &frontend,
                       llvm::raw_ostream &out) {
  AnalysisOptions analysis;
  analysis.configs = deviceConfigs("nvidia-hopper");
  llvm::Expected<Subject> subject = readSubject(path, frontend, analysis);
  if (!subject)
    return subject.takeError();
  const ApiProfile *apis[] = {findApiProfile("gl43")};
  CheckContext checkContext{subject->facts.front(), subject->analysis, "given",
                            apis, *subject->compiled.sourceMap};
  RewriteContext context{*subject->compiled.tokens, *subject->tree,
                         checkContext, path};
  EditSet edits(context);
  for (llvm::StringRef command : commands) {
    auto [verb, rest] = command.split(' ');
    auto [place, text] = rest.split(' ');
    std::optional<SourceRange> range = parseRange(path, place);
    if (!range)
      return makeError("--edit wants VERB LINE:COLUMN-LINE:COLUMN TEXT");
    std::string lines;
    llvm::raw_string_ostream stream(lines);
    for (size_t i = 0; i < text.size(); ++i) {
      bool isEscape = text[i] == '\\' && i + 1 < text.size();
      stream << (!isEscape ? text[i] : text[++i] == 'n' ? '\n' : '\t');
    }
    auto nodes = nodesAt(context, *range);
    if (nodes.empty())
      return makeError("there is nothing at " + place);
    if (llvm::Error error = makeEdit(verb, stream.str(), nodes, edits))
      return error;
  }
  auto taken = edits.take();
  if (!taken) {
    out << "refused: " << llvm::toString(taken.takeError()) << '\n';
    return llvm::Error::success();
  }
  llvm::Expected<std::string> edited = applyEdits(subject->text, *taken);
  if (!edited)
    return edited.takeError();
  out << unifiedDiff(subject->text, *edited, "shader");
  return llvm::Error::success();
}

} // namespace wglint::opt
