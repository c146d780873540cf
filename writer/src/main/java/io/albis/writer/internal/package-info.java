// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Builds segments, writes data files and commits. Not for users: may change at any time. */
package io.albis.writer.internal;
