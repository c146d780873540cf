// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Formats values of tables as text. */
package io.albis.cli.output;
