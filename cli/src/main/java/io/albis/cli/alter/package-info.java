// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Changes of columns and properties on the command line. */
package io.albis.cli.alter;
