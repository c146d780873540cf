// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Maintenance of tables. */
package io.albis.maintenance;
