// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Type;
import java.util.Map;

/**
 * How text files are read.
 *
 * @param types the types of columns; those of others are inferred
 * @param delimiter the field delimiter of CSV; 0 for what the file extension says
 * @param hasHeader whether the first line of CSV contains the names of the columns
 * @param nullText the unquoted text of CSV that means null, in addition to an empty field
 * @param sampleRows the number of rows of each file from which types are inferred
 */
public record TextSettings(
    Map<String, Type> types, char delimiter, boolean hasHeader, String nullText, int sampleRows) {}
