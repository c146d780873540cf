// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes tables: {@link io.albis.writer.TableWriter} adds rows, {@link io.albis.writer.TableUpdate}
 * changes the schema, and {@link io.albis.writer.DistributedWrite} adds rows from many processes.
 */
package io.albis.writer;
