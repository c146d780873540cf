// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables on HDFS and on every other Hadoop file system.
 *
 * <p>Blocks of HDFS that lie on this node are read past the page cache, straight from the files of
 * the data node, as in section IV.C of the paper "Column Cache"; all else comes over the network
 * through Hadoop's client.
 */
package io.albis.hdfs;
