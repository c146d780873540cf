/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench.report;

import java.util.List;

/**
 * A chapter of the page.
 *
 * @param id its address within the page
 * @param title its heading
 * @param text what the reader has to know first
 * @param figures charts; may be empty
 * @param tables figures without a chart; may be empty
 * @param folded tables that few want to see; may be empty
 */
record Section(
    String id,
    String title,
    String text,
    List<Figure> figures,
    List<DataTable> tables,
    List<DataTable> folded) {

  Section(String id, String title, String text, List<Figure> figures, List<DataTable> tables) {
    this(id, title, text, figures, tables, List.of());
  }

  boolean isEmpty() {
    return figures.isEmpty() && tables.isEmpty();
  }
}
