// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.reader.Dataset;
import java.util.List;
import java.util.Optional;

/** A page that closes a dataset with itself. */
record OwningPage(Page page, Dataset dataset) implements Page {

  @Override
  public String title() {
    return page.title();
  }

  @Override
  public List<Heading> headings() {
    return page.headings();
  }

  @Override
  public long size() {
    return page.size();
  }

  @Override
  public List<List<String>> rows(long first, int count, int firstColumn, int columns) {
    return page.rows(first, count, firstColumn, columns);
  }

  @Override
  public Optional<Page> open(long row) {
    return page.open(row);
  }

  @Override
  public void close() {
    page.close();
    dataset.close();
  }
}
