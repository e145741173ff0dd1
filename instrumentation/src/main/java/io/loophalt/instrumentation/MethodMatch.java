package io.loophalt.instrumentation;

import io.loophalt.core.policy.Glob;
import io.loophalt.extension.ChokePoint;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Whether a method is the one that a choke point or a configured pattern names, and whether it can
 * be woven: one answer for the weaver, for the check of frameworks and for {@code check-config}.
 */
final class MethodMatch {

  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  private MethodMatch() {}

  /** Why a method cannot be woven, or null. */
  static @Nullable String refusal(MethodDescription method) {
    if (method.isBridge()) {
      return "javac copies annotations to bridge methods; the method they lead to is watched";
    }
    if (method.isConstructor() || method.isTypeInitializer()) {
      return "it is a constructor; mark a method instead";
    }
    if (method.isAbstract()) {
      return "it is abstract; mark the methods that implement it";
    }
    if (method.isNative()) {
      return "it is native; mark a Java method that calls it";
    }
    return null;
  }

  /** Whether the method, of the choke point's class, is the one it names. */
  static boolean matches(ChokePoint point, MethodDescription method) {
    return matches(point.methodName(), point.parameters(), point.firstParameterType(), method);
  }

  /** Whether the method, of the class to be woven, is the one that is named. */
  static boolean matches(Interception point, MethodDescription method) {
    return matches(point.methodName(), point.parameters(), point.firstParameterType(), method);
  }

  private static boolean matches(
      String name, int parameters, @Nullable String first, MethodDescription method) {
    if (!new Glob(name).matches(method.getName())) {
      return false;
    }
    int actual = method.getParameters().size();
    if (parameters >= 0 && parameters != actual) {
      return false;
    }
    return first == null
        || (actual > 0
            && method.getParameters().get(0).getType().asErasure().getName().equals(first));
  }

  /**
   * Whether the method of the type is one of those that the pattern names. Stars do not mean
   * constructors; one that is named is refused where methods are chosen.
   */
  static boolean matches(MethodPattern pattern, TypeDescription type, MethodDescription method) {
    if (!new Glob(pattern.className()).matches(type.getName())
        || !new Glob(pattern.methodName()).matches(method.getInternalName())) {
      return false;
    }
    if (method.isConstructor() && !pattern.methodName().equals(method.getInternalName())) {
      return false;
    }
    List<String> types = pattern.parameterTypes();
    if (types == null) {
      return true;
    }
    if (types.size() != method.getParameters().size()) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      TypeDescription actual = method.getParameters().get(i).getType().asErasure();
      if (!types.get(i).equals(actual.getActualName()) && !types.get(i).equals(actual.getName())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the method is what Kotlin's compiler makes of a suspending function: its last parameter
   * is a continuation, and it returns any object, the marker of suspended ones among them.
   */
  static boolean isSuspending(MethodDescription method) {
    int parameters = method.getParameters().size();
    return parameters > 0
        && method.getReturnType().represents(Object.class)
        && method
            .getParameters()
            .get(parameters - 1)
            .getType()
            .asErasure()
            .getName()
            .equals(CONTINUATION);
  }

  /**
   * Whether the method is declared to return a publisher of Reactor, RxJava or Mutiny, which does
   * nothing until somebody subscribes.
   */
  static boolean publishes(MethodDescription method) {
    return switch (method.getReturnType().asErasure().getName()) {
      case "reactor.core.publisher.Mono",
          "reactor.core.publisher.Flux",
          "io.reactivex.rxjava3.core.Single",
          "io.reactivex.rxjava3.core.Maybe",
          "io.reactivex.rxjava3.core.Flowable",
          "io.reactivex.rxjava3.core.Observable",
          "io.reactivex.rxjava3.core.Completable",
          "io.smallrye.mutiny.Uni",
          "io.smallrye.mutiny.Multi" ->
          true;
      default -> false;
    };
  }

  /**
   * Whether a method that does not suspend is declared to return a text, or a future of the JDK's
   * that comes to one.
   */
  static boolean returnsText(MethodDescription method) {
    TypeDescription.Generic declared = method.getReturnType();
    if (!isFuture(declared) || !declared.getSort().isParameterized()) {
      return isText(declared);
    }
    TypeDescription.Generic given = declared.getTypeArguments().getOnly();
    return isText(given.getSort().isWildcard() ? given.getUpperBounds().getOnly() : given);
  }

  /**
   * Whether the method is declared to return what may be a future or a publisher, as a type that
   * what follows one is of, too.
   */
  static boolean returnsLater(MethodDescription method) {
    return publishes(method)
        || isFuture(method.getReturnType())
        || switch (method.getReturnType().asErasure().getName()) {
          case "java.lang.Object",
              "java.util.concurrent.Flow$Publisher",
              "org.reactivestreams.Publisher",
              "io.vertx.core.Future" ->
              true;
          default -> false;
        };
  }

  private static boolean isFuture(TypeDescription.Generic type) {
    return switch (type.asErasure().getName()) {
      case "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Future" ->
          true;
      default -> false;
    };
  }

  /** Whether a type is that of a text; of a variable nobody knows what it stands for. */
  static boolean isText(TypeDescription.Generic type) {
    return type.getSort().isNonGeneric()
        && (type.asErasure().represents(String.class)
            || type.asErasure().represents(CharSequence.class));
  }

  /** Its name and descriptor. */
  static String signature(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }
}
