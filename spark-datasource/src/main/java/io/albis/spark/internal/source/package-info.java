// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What is read, how it is opened, and which datasets are open in this process. */
package io.albis.spark.internal.source;
