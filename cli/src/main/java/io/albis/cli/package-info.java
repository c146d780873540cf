// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code albis} command. Each subcommand is one class, a thin layer over the SDKs.
 *
 * <p>Commands print results to standard output, as aligned text or with {@code --json} as JSON, and
 * progress and errors to standard error. {@link io.albis.tools.command.ExitCodes} lists the exit
 * codes.
 */
package io.albis.cli;
