// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What writers and maintenance get from their process: identifiers, time, and threads. */
package io.albis.writer.internal.environment;
