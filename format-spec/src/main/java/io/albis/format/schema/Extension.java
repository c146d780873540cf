// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import java.util.Map;
import java.util.Set;

/**
 * A logical type on top of the storage type of a field (SPEC.md, section 6). A reader that does not
 * know the name reads the storage type.
 *
 * @param name one of the names that SPEC.md defines, or one of a third party, which contains a dot
 * @param parameters by name
 */
public record Extension(String name, Map<String, String> parameters) {

  private static final Set<String> WITHOUT_BYTE_ORDER =
      Set.of("collation", "variant", "geometry", "geography");

  /**
   * Copies the parameters.
   *
   * @throws InvalidArgumentException if the name is not valid as a name of a field
   */
  public Extension {
    FieldNames.requireValid(name);
    parameters = Map.copyOf(parameters);
  }

  /** An extension without parameters. */
  public static Extension of(String name) {
    return new Extension(name, Map.of());
  }

  /**
   * Whether the logical values compare as the stored ones, so that statistics and sort orders,
   * which are by stored values, tell something about logical values.
   */
  public boolean comparesAsStored() {
    return !WITHOUT_BYTE_ORDER.contains(name);
  }

  /**
   * Requires that a field of the type can have this extension. Writers call this; readers accept
   * everything.
   *
   * @throws InvalidArgumentException if the name is neither defined nor one of a third party, or
   *     the type or parameters are not those that SPEC.md requires
   */
  public void requireValidFor(Type type) {
    boolean valid =
        switch (name) {
          case "char", "varchar" ->
              type.kind() == TypeKind.STRING
                  && parameters.getOrDefault("length", "").matches("[1-9][0-9]{0,8}");
          case "collation" -> type.kind() == TypeKind.STRING && parameters.containsKey("name");
          case "variant" -> type.kind() == TypeKind.STRUCT && hasVariantFields(type);
          case "geometry", "geography" -> type.kind() == TypeKind.BINARY;
          default -> name.indexOf('.') >= 0;
        };
    if (!valid) {
      throw new InvalidArgumentException(
          "Invalid extension " + name + parameters + " of type " + type + " (see SPEC.md)");
    }
  }

  private static boolean hasVariantFields(Type type) {
    return type.children().stream().filter(Extension::isVariantPart).count() == 2;
  }

  private static boolean isVariantPart(Field field) {
    return field.type().kind() == TypeKind.BINARY
        && (field.name().equals("metadata") || field.name().equals("value"));
  }
}
