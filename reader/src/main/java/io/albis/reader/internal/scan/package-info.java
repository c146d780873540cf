// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads row groups batch by batch, in one thread or several. */
package io.albis.reader.internal.scan;
