// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Describes the finding for lists that match no check. lib/Diag makes the
/// findings, once all other checks have run.
#include "wglint/Check/Check.h"
#include "wglint/Diag/Suppression.h"

using namespace wglint;

WGLINT_DEFINE_CHECK(UnknownSuppression,
                    {kUnknownSuppression, "a NOLINT comment names no check",
                     CheckCategory::Suppression, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

An entry of the list of a `NOLINT`, `NOLINTNEXTLINE` or `NOLINTBEGIN` comment that
matches the name of no check, and a list without an entry.

## Why it costs

A misspelt name suppresses nothing, or no longer does once a check has a new name;
the reader takes the finding for settled.

## When to leave it

In a header that C++ code includes too, whose comments speak to another linter than
clang-tidy: take the check out with `--checks=-unknown-suppression`.

## Limits

The compiler's errors cannot be suppressed and are no names of checks. Names of clang-tidy's
modules (`bugprone-integer-division`, `performance-*`) are taken for its own, and nothing is said.

## References

docs/Suppression.md has the rules of these comments.
)",
                     /*run=*/nullptr})
