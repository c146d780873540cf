// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Everything that uses internal classes of Hadoop, so that changes between Hadoop versions stay in
 * one place. Not for users.
 */
package io.albis.hdfs.internal.adapter;
