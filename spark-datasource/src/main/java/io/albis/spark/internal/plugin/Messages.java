// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import scala.reflect.ClassTag;

/**
 * Objects as bytes: only types of the JDK are sent between the driver and executors, as Spark may
 * not find the classes of this jar when it reads a message.
 */
final class Messages {

  private Messages() {}

  static <T extends Serializable> byte[] write(T message, Class<T> type) {
    return SparkEnv.get()
        .closureSerializer()
        .newInstance()
        .serialize(message, ClassTag.apply(type))
        .array();
  }

  static <T extends Serializable> T read(byte[] message, Class<T> type) {
    return SparkEnv.get()
        .closureSerializer()
        .newInstance()
        .deserialize(ByteBuffer.wrap(message), type.getClassLoader(), ClassTag.apply(type));
  }
}
