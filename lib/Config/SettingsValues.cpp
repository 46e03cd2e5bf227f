// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Config/SettingsValues.h"
#include "wglint/Checks/Registry.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

llvm::Expected<std::string> wglint::parseTarget(llvm::StringRef option,
                                                llvm::StringRef name) {
  if (!deviceConfigs(name).empty())
    return name.str();
  std::vector<llvm::StringRef> names = {"generic"};
  for (const DeviceProfile &device : deviceProfiles())
    names.push_back(device.name);
  return unknownName(option, name, names);
}

llvm::Error wglint::checkOptionName(llvm::StringRef option,
                                    llvm::StringRef name) {
  std::vector<llvm::StringRef> names;
  for (const CheckInfo *check : allChecks())
    for (const CheckOption &known : check->options)
      names.push_back(known.name);
  if (names.empty())
    return badValue(option, "no check has options");
  if (llvm::is_contained(names, name))
    return llvm::Error::success();
  return unknownName(option, name, names);
}
