// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Shared by the {@code albis} command and the benchmarks; not published. */
package io.albis.tools;
