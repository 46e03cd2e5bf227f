// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixFlags.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Rewrites/Registry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

using namespace wglint;
namespace cl = llvm::cl;

FixFlags::FixFlags(cl::OptionCategory &category)
    : Fix("fix", cl::ValueOptional,
          cl::desc("Apply the fixes that are safe, or those of\nthe rewrites "
                   "that are named, or 'all'; only what\nits proof lets "
                   "through"),
          cl::value_desc("rewrites"), cl::cat(category)),
      Diff("diff",
           cl::desc("Show as a patch what --fix would do; write\nnothing; "
                    "exit code 1 unless it is empty"),
           cl::cat(category)),
      FixOnly("fix-only",
              cl::desc("--fix, and no word about what is left: it gives\nno "
                       "exit code either"),
              cl::cat(category)),
      UnsafeFixes("unsafe-fixes",
                  cl::desc("Also fixes that change what the host has to do"),
                  cl::cat(category)),
      Measure("measure",
              cl::desc("Keep only what wglint-run times as faster here"),
              cl::cat(category)),
      Prove("prove",
            cl::desc("Say whether this edited copy may take the place\nof the "
                     "file, by the proof that --fix uses"),
            cl::value_desc("edited file"), cl::cat(category)),
      Device("device",
             cl::desc("Where fixes are run: auto (default), llvmpipe,\na "
                      "number or a part of a name, as in\nwglint-run "
                      "--list-devices"),
             cl::value_desc("name"), cl::init("auto"), cl::cat(category)),
      Runner("runner",
             cl::desc("The wglint-run to use (default: beside wglint,\nor in "
                      "PATH)"),
             cl::value_desc("program"), cl::cat(category)),
      Parameters("rewrite-option", cl::CommaSeparated,
                 cl::desc("Set an option of a rewrite"),
                 cl::value_desc("rewrite.option=value"), cl::cat(category)) {}

/// The names between the commas of \p text.
static std::vector<std::string> namesIn(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return {parts.begin(), parts.end()};
}

llvm::Error FixFlags::read(FixOptions &options, JobOptions &job) {
  options.isFixing = Fix.getNumOccurrences() > 0 || Diff || FixOnly;
  options.isDiffOnly = Diff;
  options.isFixOnly = FixOnly;
  options.provedFile = Prove;
  options.allowsUnsafe = UnsafeFixes;
  options.isMeasuring = Measure;
  options.device = Device;
  options.runner = Runner;
  if (!options.isFixing && (UnsafeFixes || Measure))
    return badValue(UnsafeFixes ? "--unsafe-fixes" : "--measure",
                    "needs --fix or --diff");
  auto named = selectRewrites(namesIn(Fix));
  if (!named)
    return badValue("--fix", llvm::toString(named.takeError()));
  options.named = std::move(*named);
  for (const std::string &text : Parameters) {
    auto pair = parseNameValue("--rewrite-option", text);
    if (!pair)
      return pair.takeError();
    if (llvm::Error error = checkRewriteOption(pair->first, pair->second))
      return badValue("--rewrite-option", llvm::toString(std::move(error)));
    job.rewriteParameters.push_back(std::move(*pair));
  }
  return llvm::Error::success();
}

llvm::Error FixFlags::checkFiles(const FixOptions &options,
                                 llvm::ArrayRef<std::string> files) {
  if (!options.isFixing)
    return llvm::Error::success();
  for (const std::string &file : files)
    if (findRewrite(file) && !llvm::sys::fs::exists(file))
      return badValue("--fix", "there is no file '" + file +
                                   "'; the rewrite is named by --fix=" + file);
  return llvm::Error::success();
}

void wglint::listRewrites(llvm::raw_ostream &os) {
  for (const RewriteInfo *rewrite : allRewrites())
    os << llvm::left_justify(rewrite->name, 22) << ' '
       << llvm::left_justify(toString(rewrite->applicability), 16) << ' '
       << rewrite->summary << '\n';
}
