// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables on HDFS and on every other Hadoop file system.
 *
 * <p>HDFS blocks with a copy on this node are read past the page cache, straight from the files of
 * the data node, as in section IV.C of the paper "Column Cache". Everything else is read over the
 * network by Hadoop's client.
 */
package io.albis.hdfs.internal;
