// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The interactive view of tables and files. */
package io.albis.cli.look;
