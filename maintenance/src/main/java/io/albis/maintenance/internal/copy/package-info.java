// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Copies rows from a scan to a writer, also for Spark. Internal: not for use by other code. */
package io.albis.maintenance.internal.copy;
