package io.loophalt.instrumentation;

import static java.util.Objects.requireNonNull;

import io.loophalt.runtime.policy.MemberNames;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Member;
import io.loophalt.runtime.policy.ValuePath.Step;
import java.util.Optional;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Where a configured path leads, as far as declared types tell: the same way that a live agent goes
 * through objects, gone through their types. Nothing is loaded.
 */
final class DeclaredPath {

  /**
   * What a path leads to.
   *
   * @param type its declared type; null if it leads nowhere
   * @param remark why it leads nowhere, or why more cannot be told; empty if all is well
   */
  record Target(TypeDescription.@Nullable Generic type, String remark) {

    private static Target of(TypeDescription.Generic type) {
      return new Target(type, "");
    }

    private static Target nowhere(String why) {
      return new Target(null, why);
    }
  }

  private DeclaredPath() {}

  /** Follows a path from a method that is woven. */
  static Target follow(ValuePath path, MethodDescription method) {
    try {
      return followThroughKnownTypes(path, method);
    } catch (TypePool.Resolution.NoSuchTypeException absent) {
      return new Target(
          TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
          absent.getName() + " is not on the class path: what it has cannot be told");
    }
  }

  private static Target followThroughKnownTypes(ValuePath path, MethodDescription method) {
    Target at = root(path, method);
    for (int i = 0; i < path.steps().size(); i++) {
      TypeDescription.Generic type = at.type();
      if (type == null) {
        return at;
      }
      TypeDescription.Generic from = unwrapped(type);
      String unknown = unknown(from);
      if (unknown != null) {
        return new Target(from, path.upTo(i) + " is " + unknown + ": what follows cannot be told");
      }
      at = step(from, path.steps().get(i));
    }
    TypeDescription.Generic type = at.type();
    return type == null ? at : Target.of(unwrapped(type));
  }

  private static Target root(ValuePath path, MethodDescription method) {
    switch (path.root()) {
      case THIS -> {
        return method.isStatic()
            ? Target.nowhere("the method is static")
            : Target.of(method.getDeclaringType().asErasure().asGenericType());
      }
      case ARGUMENT -> {
        int parameters = method.getParameters().size();
        return path.argument() < parameters
            ? Target.of(method.getParameters().get(path.argument()).getType())
            : Target.nowhere(
                "the method has "
                    + (parameters == 1 ? "1 parameter" : parameters + " parameters")
                    + ", counted from 0");
      }
      default -> {
        return method.getReturnType().represents(void.class)
            ? Target.nowhere("the method returns nothing")
            : Target.of(awaited(method.getReturnType()));
      }
    }
  }

  /** Of a result that is still to come: what will come. */
  private static TypeDescription.Generic awaited(TypeDescription.Generic type) {
    for (String name :
        new String[] {
          "java.util.concurrent.CompletionStage",
          "org.reactivestreams.Publisher",
          "io.smallrye.mutiny.Uni",
          "io.smallrye.mutiny.Multi",
          "io.vertx.core.Future",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.ObservableSource"
        }) {
      TypeDescription.Generic found = argumentOf(type, name, 0);
      if (found != null) {
        return found;
      }
    }
    return type;
  }

  private static TypeDescription.Generic unwrapped(TypeDescription.Generic type) {
    TypeDescription.Generic inside = argumentOf(type, Optional.class.getName(), 0);
    if (inside != null) {
      return unwrapped(inside);
    }
    return switch (type.asErasure().getName()) {
      case "java.util.OptionalInt" ->
          TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(int.class);
      case "java.util.OptionalLong" ->
          TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(long.class);
      default -> type;
    };
  }

  private static @Nullable String unknown(TypeDescription.Generic type) {
    if (type.getSort().isTypeVariable() || type.getSort().isWildcard()) {
      return "of a type that is only known at run time";
    }
    return type.represents(Object.class) ? "declared as java.lang.Object" : null;
  }

  private static Target step(TypeDescription.Generic from, Step step) {
    return step instanceof Member member ? member(from, member.name()) : element(from);
  }

  private static Target element(TypeDescription.Generic from) {
    if (from.isArray()) {
      return Target.of(requireNonNull(from.getComponentType()));
    }
    TypeDescription.Generic element = argumentOf(from, Iterable.class.getName(), 0);
    if (element != null) {
      return Target.of(element);
    }
    return isA(from, Iterable.class.getName())
        ? Target.of(TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class))
        : Target.nowhere(from.getTypeName() + " has no elements");
  }

  private static Target member(TypeDescription.Generic from, String name) {
    if (from.isArray()) {
      return name.equals("length")
          ? Target.of(TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(int.class))
          : Target.nowhere("an array has no " + name);
    }
    if (isA(from, "java.util.Map")) {
      TypeDescription.Generic value = argumentOf(from, "java.util.Map", 1);
      return Target.of(
          value == null
              ? TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class)
              : value);
    }
    MemberNames names = MemberNames.of(name);
    for (String getter : names.getters()) {
      TypeDescription.Generic found = getter(from, getter);
      if (found != null) {
        return Target.of(found);
      }
    }
    TypeDescription.Generic field = field(from, names.field());
    if (field != null) {
      return Target.of(field);
    }
    TypeDescription.Generic byKey = byKey(from);
    return byKey != null
        ? Target.of(byKey)
        : Target.nowhere(
            from.asErasure().getName()
                + " has no "
                + String.join("(), ", names.getters())
                + "() and no field "
                + names.field());
  }

  private static TypeDescription.@Nullable Generic getter(
      TypeDescription.Generic type, String name) {
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (method.getInternalName().equals(name)
          && method.getParameters().isEmpty()
          && !method.isStatic()
          && !method.getReturnType().represents(void.class)) {
        return method.getReturnType();
      }
    }
    return inSupertypes(type, each -> getter(each, name));
  }

  private static TypeDescription.@Nullable Generic field(
      TypeDescription.Generic type, String name) {
    for (FieldDescription field : type.getDeclaredFields()) {
      if (field.getName().equals(name) && !field.isStatic()) {
        return field.getType();
      }
    }
    TypeDescription.Generic above = type.getSuperClass();
    return above == null ? null : field(above, name);
  }

  private static TypeDescription.@Nullable Generic byKey(TypeDescription.Generic type) {
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (method.getInternalName().equals("get")
          && method.isPublic()
          && !method.isStatic()
          && method.getParameters().size() == 1
          && method.getParameters().get(0).getType().represents(String.class)) {
        return method.getReturnType();
      }
    }
    return inSupertypes(type, DeclaredPath::byKey);
  }

  private static boolean isA(TypeDescription.Generic type, String name) {
    return type.asErasure().getName().equals(name)
        || inSupertypes(type, each -> isA(each, name) ? each : null) != null;
  }

  /** What a type says about a type variable of one of its supertypes; null if it says nothing. */
  private static TypeDescription.@Nullable Generic argumentOf(
      TypeDescription.Generic type, String supertype, int variable) {
    if (type.asErasure().getName().equals(supertype)) {
      return type.getSort() == TypeDefinition.Sort.PARAMETERIZED
          ? bound(type.getTypeArguments().get(variable))
          : null;
    }
    return inSupertypes(type, each -> argumentOf(each, supertype, variable));
  }

  private static TypeDescription.Generic bound(TypeDescription.Generic argument) {
    return argument.getSort().isWildcard() ? argument.getUpperBounds().get(0) : argument;
  }

  /** A question to a type, answered by null if it does not know. */
  private interface Question {
    TypeDescription.@Nullable Generic of(TypeDescription.Generic type);
  }

  private static TypeDescription.@Nullable Generic inSupertypes(
      TypeDescription.Generic type, Question question) {
    TypeDescription.Generic above = type.getSuperClass();
    TypeDescription.Generic found = above == null ? null : question.of(above);
    if (found != null) {
      return found;
    }
    for (TypeDescription.Generic each : type.getInterfaces()) {
      found = question.of(each);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
