// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.lang.management.ManagementFactory;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What all threads of this process allocate in Java's heap, including those that have ended.
 *
 * @param start the sum at the beginning, in bytes; not a number before Java 21, which has no sum
 */
record AllocatedBytes(double start) {

  static AllocatedBytes sinceNow() throws JMException {
    return new AllocatedBytes(total());
  }

  /** The number of bytes since the beginning. */
  double bytes() throws JMException {
    return total() - start;
  }

  private static double total() throws JMException {
    try {
      Object total =
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                  "TotalThreadAllocatedBytes");
      return ((Long) total).doubleValue();
    } catch (AttributeNotFoundException e) {
      return Double.NaN;
    }
  }
}
