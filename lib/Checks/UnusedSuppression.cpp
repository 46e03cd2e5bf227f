// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Describes the finding for comments that are not needed. lib/Diag makes the
/// findings, once all other checks have run.
#include "wglint/Check/Check.h"
#include "wglint/Diag/Suppression.h"

using namespace wglint;

WGLINT_DEFINE_CHECK(UnusedSuppression,
                    {kUnusedSuppression, "a NOLINT comment suppresses nothing",
                     CheckCategory::Suppression, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

A `NOLINT`, `NOLINTNEXTLINE` or `NOLINTBEGIN` comment, or an entry of its list,
for which no finding is there to be suppressed.

## Why it costs

The comment claims a problem that is gone, and would hide the next one.

## When to leave it

Where the finding is there for another `--target` or another set of defines than
those that the file is linted with: take the check out with
`--checks=-unused-suppression`.

## Limits

Only checks that ran can leave a suppression unused: with `--checks=GLOBS` the
others' comments are passed over, and so are comments without a list. Comments in
included files are passed over, since another shader may need them, and so is code
that the preprocessor leaves out.

## References

docs/Suppression.md has the rules of these comments.
)",
                     /*run=*/nullptr})
