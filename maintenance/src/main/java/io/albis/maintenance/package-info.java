// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Maintenance of tables that reads rows and writes them again. */
package io.albis.maintenance;
