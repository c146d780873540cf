// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

/** A request that the name node refuses. Nothing has changed. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final short error;

  /**
   * Creates an exception without a stack.
   *
   * @param error one of {@link org.apache.crail.rpc.RpcErrors}
   */
  RefusedException(short error) {
    super("The name node refuses a request: error " + error, null, false, false);
    this.error = error;
  }

  short error() {
    return error;
  }
}
