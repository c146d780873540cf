// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The command that arranges the columns of a table by a workload. */
package io.albis.cli.order;
