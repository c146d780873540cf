// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The page about column caches in Spark's user interface: the events that say what caches do, which
 * are also in event logs; the store of the application that keeps the latest state; and the page,
 * which is the same in a running application and in the history server.
 */
package io.albis.spark.internal.ui;
