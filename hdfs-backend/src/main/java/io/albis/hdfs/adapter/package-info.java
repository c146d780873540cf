// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * All that this backend does with classes which Hadoop keeps for itself, in one place: what changes
 * from one line of Hadoop to the next changes here. Not for users.
 */
package io.albis.hdfs.adapter;
