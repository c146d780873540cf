// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Runs the file-format benchmark: creates files, starts worker JVMs and collects results. */
package io.albis.bench.run;
