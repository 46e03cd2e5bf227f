// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RunReport.h"
#include "wglint/Checks/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include <cstdlib>
#include <map>
#include <set>

using namespace wglint;
using llvm::raw_ostream;

/// The folder that reports name files from: the repository where a CI service
/// says which it is, else the current one.
static std::string reportRoot() {
  for (const char *variable : {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      return folder;
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder))
    return "";
  return folder.str().str();
}

/// The target of all jobs, where they agree.
static std::string targetOf(llvm::ArrayRef<PlannedFile> plan,
                            const RunOptions &options) {
  std::set<std::string> targets;
  for (const PlannedFile &file : plan)
    for (const VariantJob &job : file.jobs)
      targets.insert(job.job.target);
  if (targets.size() > 1)
    return "several";
  return targets.empty() ? options.job.target : *targets.begin();
}

/// Puts the results of all files together, in the order of the command line.
static Report makeReport(const RunOptions &options,
                         llvm::ArrayRef<PlannedFile> plan,
                         std::vector<FileResult> &files) {
  Report report;
  report.version = wglintVersion().str();
  report.target = targetOf(plan, options);
  report.root = reportRoot();
  report.checks = allChecks();
  for (FileResult &file : files) {
    report.files.push_back({file.file, file.status, file.reason});
    llvm::append_range(report.findings, file.diagnostics);
    for (llvm::json::Value &fact : file.facts)
      report.facts.push_back(std::move(fact));
    for (auto &[name, text] : file.texts)
      report.texts.emplace(name, std::move(text));
  }
  // Several files may include the same header.
  dropRepeatedDiagnostics(report.findings);
  return report;
}

static bool wantsColor(ColorMode mode, const raw_ostream &out) {
  switch (mode) {
  case ColorMode::Always:
    return true;
  case ColorMode::Never:
    return false;
  case ColorMode::Auto:
    break;
  }
  // https://no-color.org, version of 2021: set and not empty.
  const char *noColor = std::getenv("NO_COLOR");
  return out.has_colors() && !(noColor && *noColor);
}

/// Writes the report into each file that was asked for; true if all are there.
static bool writeOutputs(const RunOptions &options, const Report &report,
                         const PrintOptions &print, raw_ostream &err) {
  bool isGood = true;
  for (const OutputFile &output : options.outputs) {
    // By way of a temporary file: nobody reads a half-written report.
    llvm::Error error =
        llvm::writeToOutput(output.file, [&](raw_ostream &os) -> llvm::Error {
          output.format->print(report, print, os);
          return llvm::Error::success();
        });
    if (!error)
      continue;
    isGood = false;
    errorTo(err) << "cannot write '" << output.file
                 << "': " << llvm::toString(std::move(error)) << '\n';
  }
  return isGood;
}

/// Prints how often each check found something, the most frequent first.
static void printStatistics(const Report &report, const PrintOptions &options,
                            raw_ostream &os) {
  std::map<std::string, unsigned> counts;
  for (const Diagnostic &finding : report.findings)
    if (isShown(finding, options))
      ++counts[finding.check];
  std::vector<std::pair<std::string, unsigned>> rows(counts.begin(),
                                                     counts.end());
  llvm::stable_sort(
      rows, [](const auto &a, const auto &b) { return a.second > b.second; });
  for (const auto &[check, count] : rows)
    os << llvm::format("%6u  ", count) << check << '\n';
}

static llvm::StringRef nameOf(DeviceNumber number) {
  return number == DeviceNumber::SectorBytes
             ? "sector size"
             : "layout of shared memory's banks";
}

/// Says of the devices of \p job which of its checks cannot judge them, if none
/// of them has what those need.
static std::string silenceOf(const JobOptions &job, DeviceNumber number) {
  std::vector<llvm::StringRef> devices, checks;
  for (const DeviceConfig &config : job.analysis.configs) {
    if (isDocumented(*config.device, number))
      return "";
    if (!llvm::is_contained(devices, config.device->displayName))
      devices.push_back(config.device->displayName);
  }
  for (const CheckInfo *check : job.checks)
    if (check->needs == number)
      checks.push_back(check->name);
  if (checks.empty())
    return "";
  llvm::sort(checks);
  return ("no " + nameOf(number) + " is documented for " +
          llvm::join(devices, ", ") + ": " + llvm::join(checks, ", ") +
          (checks.size() == 1 ? " says" : " say") + " nothing for " +
          (devices.size() == 1 ? "it" : "them"))
      .str();
}

/// Nothing found is no news where nothing could be: says so once for a target.
static void printSilence(llvm::ArrayRef<PlannedFile> plan,
                         llvm::ArrayRef<FileResult> files, raw_ostream &os) {
  std::set<std::string> told;
  for (size_t i = 0; i < files.size(); ++i)
    if (files[i].status == FileStatus::Analyzed)
      for (const VariantJob &job : plan[i].jobs)
        for (auto number :
             {DeviceNumber::SectorBytes, DeviceNumber::SharedBanks})
          if (std::string text = silenceOf(job.job, number);
              !text.empty() && told.insert(text).second)
            os << "wglint: note: " << text << '\n';
}

PrintOptions wglint::printOptions(const RunOptions &options) {
  PrintOptions print;
  print.showRemarks = options.showRemarks;
  print.remarksOf = options.remarksOf;
  print.withFacts = options.job.wantFacts;
  return print;
}

bool wglint::printReport(const RunOptions &options,
                         llvm::ArrayRef<PlannedFile> plan,
                         std::vector<FileResult> &files, raw_ostream &out,
                         raw_ostream &err) {
  Report report = makeReport(options, plan, files);
  PrintOptions print = printOptions(options);
  bool isGood = writeOutputs(options, report, print, err);
  print.isColored = wantsColor(options.color, out);
  options.format->print(report, print, out);
  out.flush();
  if (options.format->isForPeople && !options.isQuiet) {
    printSummary(report, print, err);
    printSilence(plan, files, err);
  }
  if (options.wantStatistics)
    printStatistics(report, print, err);
  return isGood;
}
