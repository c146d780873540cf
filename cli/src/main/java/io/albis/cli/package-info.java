// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code albis} command: one class for each subcommand, each a thin layer over the SDKs.
 *
 * <p>Commands print facts to standard output, as aligned text or with {@code --json} as JSON, and
 * everything else (progress, errors) to standard error. {@link io.albis.tools.command.ExitCodes}
 * lists what they return.
 */
package io.albis.cli;
