// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** The children of a type. */
public enum Nesting {
  /** None: its values are scalars. */
  NONE,
  /** Fields, each with one value. */
  STRUCT,
  /** One field: any number of elements. */
  LIST,
  /** Two fields, key and value: any number of entries. */
  MAP
}
