// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/MinorReason.h"

using namespace wglint;

MinorReason wglint::firstOf(std::initializer_list<MinorReason> reasons) {
  for (MinorReason why : reasons)
    if (!why.empty())
      return why;
  return "";
}

void wglint::setMinor(Diagnostic &finding, MinorReason why) {
  if (why.empty() || finding.severity <= Severity::Remark)
    return;
  finding.severity = Severity::Remark;
  finding.notes.insert(
      finding.notes.begin(),
      {finding.range, ("a remark, as " + why).str(), NoteKind::WhyMinor});
}
