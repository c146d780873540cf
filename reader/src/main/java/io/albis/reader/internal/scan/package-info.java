// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Walks through row groups batch by batch, by one thread or several. */
package io.albis.reader.internal.scan;
