// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the rules for code and public API in every module. */
class CodeRulesTest {

  /**
   * The types that users may serialize, and what tasks of maintenance exchange with the driver.
   * Metadata is never stored by Java serialization.
   */
  private static final Set<String> SERIALIZABLE =
      Set.of(
          "io.albis.format.internal.metadata.DataFileRef",
          "io.albis.format.schema.PreparedSnapshot",
          "io.albis.maintenance.internal.PlannedFile",
          "io.albis.maintenance.internal.RowGroupRun",
          "io.albis.reader.Aggregation",
          "io.albis.reader.Expression",
          "io.albis.reader.internal.aggregate.AggregateCall",
          "io.albis.reader.internal.aggregate.Term",
          "io.albis.reader.internal.aggregate.Term$Binary",
          "io.albis.reader.internal.aggregate.Term$Choice",
          "io.albis.reader.internal.aggregate.Term$Column",
          "io.albis.reader.internal.aggregate.Term$Fitted",
          "io.albis.reader.internal.aggregate.Term$Test",
          "io.albis.reader.internal.aggregate.Term$Unary",
          "io.albis.reader.internal.aggregate.Term$Literal",
          "io.albis.reader.cache.ColumnUse",
          "io.albis.reader.cache.PlannedScans",
          "io.albis.reader.Split",
          "io.albis.reader.Predicate",
          "io.albis.reader.Predicate$Serialized",
          "io.albis.reader.Split$Serialized",
          "io.albis.writer.SerializedBytes",
          "io.albis.writer.TaskResult",
          "io.albis.writer.DistributedWrite");

  /** Internal packages, and the modules without a public API. */
  private static final Pattern HIDDEN_PACKAGES =
      Pattern.compile(".*\\.internal(\\..*)?|io\\.albis\\.(table|tools|cli|bench)(\\..*)?");

  private static final DescribedPredicate<JavaClass> INTERNAL =
      DescribedPredicate.describe(
          "hidden from users",
          type ->
              type.getPackageName().startsWith("io.albis.")
                  && (HIDDEN_PACKAGES.matcher(type.getPackageName()).matches()
                      || !isVisible(type)));

  private static final DescribedPredicate<JavaCodeUnit> VISIBLE_CODE_UNIT =
      DescribedPredicate.describe(
          "visible to users",
          unit ->
              isVisible(unit.getModifiers())
                  && isVisible(unit.getOwner())
                  && !INTERNAL.test(unit.getOwner()));

  static Stream<ArchRule> rules() {
    return Stream.of(
        publicMethodsHavePublicTypes(),
        publicFieldsHavePublicTypes(),
        nothingUsesJavaSerialization(),
        onlyTheseAreSerializable(),
        onlyTheCommandLineAndBenchmarksPrint(),
        nothingLogsByJavaUtilLogging(),
        onlyOffHeapMemoryUsesUnsafe(),
        publicMethodsTakeNoBooleanSwitches(),
        classesHaveNamesOfTheirOwn());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void holds(ArchRule rule) {
    rule.check(AlbisClasses.written());
  }

  private static ArchRule publicMethodsHavePublicTypes() {
    return codeUnits()
        .that(VISIBLE_CODE_UNIT)
        .should()
        .notHaveRawReturnType(INTERNAL)
        .andShould()
        .notHaveRawParameterTypes(
            DescribedPredicate.describe(
                "a type hidden from users", parameters -> parameters.stream().anyMatch(INTERNAL)));
  }

  private static ArchRule publicFieldsHavePublicTypes() {
    return fields()
        .that()
        .areDeclaredInClassesThat(
            DescribedPredicate.describe(
                "visible to users", type -> isVisible(type) && !INTERNAL.test(type)))
        .and(
            DescribedPredicate.describe(
                "public or protected", field -> isVisible(field.getModifiers())))
        .should()
        .notHaveRawType(INTERNAL);
  }

  /**
   * A private {@code readObject} that only throws is allowed: it protects a serialization proxy.
   */
  private static ArchRule nothingUsesJavaSerialization() {
    return noClasses()
        .should()
        .callCodeUnitWhere(
            target(
                owner(
                    assignableTo(ObjectInputStream.class)
                        .or(assignableTo(ObjectOutputStream.class)))))
        .orShould()
        .beAssignableTo(Externalizable.class);
  }

  private static ArchRule onlyTheseAreSerializable() {
    return classes()
        .that()
        .areAssignableTo(Serializable.class)
        .and()
        .areNotAssignableTo(Throwable.class)
        .and()
        .areNotEnums()
        .and()
        .areNotAssignableTo("com.fasterxml.jackson.databind.ser.BeanSerializerModifier") // is one
        .and()
        .resideOutsideOfPackage("io.albis.spark..") // Spark serializes what it sends to executors
        .and(
            DescribedPredicate.describe(
                "are named", type -> !type.isAnonymousClass() && !type.getName().contains("$$")))
        .should(
            be(
                DescribedPredicate.describe(
                    "one of " + SERIALIZABLE, type -> SERIALIZABLE.contains(type.getName()))));
  }

  private static ArchRule onlyTheCommandLineAndBenchmarksPrint() {
    return noClasses()
        .that()
        .resideOutsideOfPackages("io.albis.cli..", "io.albis.tools..", "io.albis.bench..")
        .should(ACCESS_STANDARD_STREAMS);
  }

  private static ArchRule nothingLogsByJavaUtilLogging() {
    return noClasses().should(USE_JAVA_UTIL_LOGGING);
  }

  private static ArchRule onlyOffHeapMemoryUsesUnsafe() {
    return noClasses()
        .that()
        .resideOutsideOfPackages("io.albis.storage.memory..", "io.albis.storage.internal.memory..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "jdk.internal..");
  }

  /**
   * A method may set a field to a boolean; a boolean parameter must not select what a method does,
   * except where Spark's interfaces have one.
   */
  private static ArchRule publicMethodsTakeNoBooleanSwitches() {
    return methods()
        .that(
            DescribedPredicate.<JavaMethod>describe(
                "are visible to users and do not set a value",
                method ->
                    VISIBLE_CODE_UNIT.test(method)
                        && !Set.of("setBoolean", "dropNamespace").contains(method.getName())))
        .and()
        .areDeclaredInClassesThat()
        .areNotRecords()
        .should()
        .notHaveRawParameterTypes(
            DescribedPredicate.describe(
                "a boolean",
                parameters ->
                    parameters.stream().anyMatch(type -> type.isEquivalentTo(boolean.class))));
  }

  private static ArchRule classesHaveNamesOfTheirOwn() {
    return classes()
        .that()
        .areTopLevelClasses()
        .and()
        .doNotHaveSimpleName("package-info")
        .should(new HaveNamesOfTheirOwn());
  }

  /** Whether a class belongs to the public API. */
  static boolean isApi(JavaClass type) {
    return isVisible(type) && !INTERNAL.test(type);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(PUBLIC) || modifiers.contains(PROTECTED);
  }

  private static boolean isVisible(JavaClass type) {
    if (type.isArray()) {
      return isVisible(type.getBaseComponentType());
    }
    if (type.isPrimitive()) {
      return true;
    }
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(CodeRulesTest::isVisible).orElse(true);
  }
}
