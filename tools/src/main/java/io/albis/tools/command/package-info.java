// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The common parts of command-line programs: base class, exit codes and error reporting. */
package io.albis.tools.command;
