// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tables, views and namespaces of a warehouse directory, by name. */
package io.albis.spark.internal.catalog;
