// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads CSV and JSON lines, with types that are inferred from a sample or given by the user. */
package io.albis.convert.internal.text;
