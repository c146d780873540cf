// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Commands that read a table and change nothing. */
package io.albis.cli.inspect;
