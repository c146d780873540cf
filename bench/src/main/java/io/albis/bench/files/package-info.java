// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** How many files, blocks, calls and requests tables take. */
package io.albis.bench.files;
