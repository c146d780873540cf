// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tables of many row groups, and of many commits. */
package io.albis.bench.metadata;
