// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tests on a real cluster in this process. */
package io.albis.hdfs.internal;
