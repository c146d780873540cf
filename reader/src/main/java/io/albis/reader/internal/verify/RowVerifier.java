// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.reader.internal.table.ReadContext;

final class RowVerifier {
  RowVerifier(ReadContext context, Problems problems) {}

  void verify(int manifest) {}
}
