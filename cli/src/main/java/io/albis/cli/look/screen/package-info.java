// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Draws the interactive view in a terminal, and reads keys. */
package io.albis.cli.look.screen;
