// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Runs the file-format benchmark: makes the files, starts the JVMs that read, collects results. */
package io.albis.bench.run;
