// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What {@link io.albis.writer.TableMaintenance} is told to do, and what it reports. All types are
 * immutable.
 */
package io.albis.writer.maintenance;
