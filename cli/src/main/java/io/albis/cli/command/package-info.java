// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Options shared by several commands. */
package io.albis.cli.command;
