// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What all commands share: options, exit codes, errors that are reported in one line. */
package io.albis.cli.command;
