package io.loophalt.agent;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What others compile against: the public and protected types and members of packages, a line each,
 * in an order that does not depend on the compiler.
 */
final class PublicSignatures {

  private PublicSignatures() {}

  /** Those of some packages, without the packages below them. */
  static String of(String... packages) {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(packages);
    SortedSet<String> types = new TreeSet<>();
    for (JavaClass each : classes) {
      Class<?> type = each.reflect();
      if (Arrays.asList(packages).contains(each.getPackageName()) && isVisible(type)) {
        types.add(of(type));
      }
    }
    return String.join("\n", types);
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return isVisible(type.getModifiers()) && (outer == null || isVisible(outer));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String of(Class<?> type) {
    SortedSet<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
        members.add(
            modifiers(field.getModifiers(), Modifier.fieldModifiers())
                + field.getGenericType().getTypeName()
                + ' '
                + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic()) {
        members.add(
            modifiers(constructor.getModifiers(), Modifier.constructorModifiers())
                + "new "
                + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
        members.add(
            (method.isDefault() ? "default " : "")
                + modifiers(method.getModifiers(), Modifier.methodModifiers())
                + method.getGenericReturnType().getTypeName()
                + ' '
                + method.getName()
                + parameters(method));
      }
    }
    return members.stream()
        .map(member -> "  " + member + '\n')
        .collect(Collectors.joining("", head(type) + '\n', ""));
  }

  private static String head(Class<?> type) {
    String kind =
        type.isAnnotation()
            ? "@interface"
            : type.isInterface() ? "interface" : type.isRecord() ? "record" : "class";
    int shown = type.isInterface() ? Modifier.STATIC : Modifier.classModifiers();
    StringJoiner head =
        new StringJoiner(" ")
            .add(modifiers(type.getModifiers(), shown | Modifier.PUBLIC) + kind)
            .add(type.getName());
    Stream<Type> above =
        Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()));
    String supertypes =
        above
            .map(Type::getTypeName)
            .filter(Predicate.not("java.lang.Object"::equals))
            .collect(Collectors.joining(", "));
    if (!supertypes.isEmpty()) {
      head.add(":").add(supertypes);
    }
    if (type.isSealed()) {
      head.add("permits")
          .add(
              Stream.of(type.getPermittedSubclasses())
                  .map(Class::getName)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return head.toString();
  }

  private static String modifiers(int modifiers, int shown) {
    String text = Modifier.toString(modifiers & shown);
    return text.isEmpty() ? "" : text + ' ';
  }

  private static String parameters(Executable of) {
    return Stream.of(of.getGenericParameterTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", ", "(", ")"))
        + (of.getExceptionTypes().length == 0
            ? ""
            : Stream.of(of.getExceptionTypes())
                .map(Class::getName)
                .collect(Collectors.joining(", ", " throws ", "")));
  }
}
