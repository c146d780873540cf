// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Row writers that do something else with rows than write them to a table. */
package io.albis.cli.row;
