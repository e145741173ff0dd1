package io.loophalt.instrumentation;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.policy.WellKnownTools;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.ParameterRole;
import io.loophalt.runtime.value.ToolMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.annotation.AnnotationValue;
import net.bytebuddy.description.enumeration.EnumerationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.method.ParameterList;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/** Describes methods that are tools, by their annotation or the configuration. Thread-safe. */
final class ToolMethodReader {

  private static final String FILE_PATH = "io.loophalt.FilePath";
  private static final String LEFT_OUT = "io.loophalt.NotInFingerprint";

  private final Log log;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  ToolMethodReader(Log log) {
    this.log = log;
  }

  /**
   * A tool by annotation, ours or one named in the configuration that may have the same attributes.
   */
  ToolMethod of(MethodDescription method, AnnotationDescription annotation) {
    String given = text(annotation, "name");
    String name = given == null ? method.getName() : given;
    AnnotationValue<?, ?> exhaustive = value(annotation, "exhaustive");
    return describe(
        method,
        name,
        text(annotation, "actionClass"),
        text(annotation, "task"),
        effect(annotation),
        exhaustive != null && Boolean.TRUE.equals(exhaustive.resolve()),
        volatileParts(annotation, method, name));
  }

  /** A tool by configuration. */
  static ToolMethod of(MethodDescription method, ToolPattern pattern) {
    String given = pattern.name();
    String name = given == null ? method.getName() : given;
    return describe(
        method,
        name,
        pattern.actionClass(),
        null,
        pattern.effect(),
        /* exhaustive= */ false,
        WellKnownTools.volatileParts(name));
  }

  /** What an annotation says to leave out of results, else what is shipped for the tool. */
  private @Nullable VolatileParts volatileParts(
      AnnotationDescription annotation, MethodDescription method, String tool) {
    AnnotationValue<?, ?> value = value(annotation, "volatileParts");
    if (value == null || !(value.resolve() instanceof String[] written) || written.length == 0) {
      return WellKnownTools.volatileParts(tool);
    }
    List<String> right = new ArrayList<>();
    for (String part : written) {
      try {
        VolatileParts.of(part);
        right.add(part);
      } catch (IllegalArgumentException wrong) {
        warnOfPart(method, wrong);
      }
    }
    try {
      return VolatileParts.of(right);
    } catch (IllegalArgumentException tooMany) {
      warnOfPart(method, tooMany);
      return null;
    }
  }

  private void warnOfPart(MethodDescription method, IllegalArgumentException wrong) {
    String what = method.getDeclaringType().asErasure().getName() + '.' + method.getName();
    String warning = what + ": a part is not left out of its results: " + wrong.getMessage();
    if (warned.add(warning)) {
      log.warn(warning);
    }
  }

  private static ToolMethod describe(
      MethodDescription method,
      String name,
      @Nullable String actionClass,
      @Nullable String task,
      Effect effect,
      boolean exhaustive,
      @Nullable VolatileParts volatileParts) {
    List<ToolMethod.Parameter> parameters = new ArrayList<>();
    boolean suspending = MethodMatch.isSuspending(method);
    // The continuation of a suspending function is no argument of the call.
    for (ParameterDescription parameter :
        method.getParameters().subList(0, method.getParameters().size() - (suspending ? 1 : 0))) {
      String parameterName =
          parameter.isNamed() ? parameter.getName() : "arg" + parameter.getIndex();
      parameters.add(new ToolMethod.Parameter(parameterName, roleOf(parameter)));
    }
    boolean text = suspending ? continuesWithText(method) : MethodMatch.returnsText(method);
    return new ToolMethod(
        name,
        actionClass,
        task,
        effect,
        parameters,
        text,
        MethodMatch.returnsLater(method) && !(suspending && text),
        exhaustive,
        volatileParts,
        MethodMatch.publishes(method));
  }

  /**
   * Whether the continuation of a suspending function takes a text: {@code Continuation<? super
   * String>}.
   */
  private static boolean continuesWithText(MethodDescription method) {
    ParameterList<?> parameters = method.getParameters();
    TypeDescription.Generic continuation = parameters.get(parameters.size() - 1).getType();
    if (!continuation.getSort().isParameterized()) {
      return false; // compiled without signatures
    }
    TypeDescription.Generic given = continuation.getTypeArguments().getOnly();
    boolean bound = given.getSort().isWildcard() && !given.getLowerBounds().isEmpty();
    return MethodMatch.isText(bound ? given.getLowerBounds().getOnly() : given);
  }

  private static ParameterRole roleOf(ParameterDescription parameter) {
    for (AnnotationDescription annotation : parameter.getDeclaredAnnotations()) {
      String name = annotation.getAnnotationType().getName();
      if (name.equals(LEFT_OUT)) {
        return ParameterRole.LEFT_OUT;
      }
      if (name.equals(FILE_PATH)) {
        return ParameterRole.FILE;
      }
    }
    String type = parameter.getType().asErasure().getName();
    boolean file =
        type.equals("java.io.File")
            || type.equals("java.nio.file.Path")
            || (type.equals("java.lang.String")
                && parameter.isNamed()
                && FilePaths.isFileName(parameter.getName()));
    return file ? ParameterRole.FILE : ParameterRole.ARGUMENT;
  }

  /** A text attribute that is there and not empty, or null. */
  static @Nullable String text(AnnotationDescription annotation, String attribute) {
    AnnotationValue<?, ?> value = value(annotation, attribute);
    return value != null && value.resolve() instanceof String text && !text.isEmpty() ? text : null;
  }

  private static Effect effect(AnnotationDescription annotation) {
    AnnotationValue<?, ?> value = value(annotation, "effect");
    String name =
        value == null
            ? ""
            : value.resolve() instanceof EnumerationDescription constant ? constant.getValue() : "";
    return switch (name) {
      case "READ" -> Effect.READ;
      case "WRITE" -> Effect.WRITE;
      default -> Effect.UNKNOWN;
    };
  }

  private static @Nullable AnnotationValue<?, ?> value(
      AnnotationDescription annotation, String attribute) {
    for (MethodDescription.InDefinedShape each :
        annotation.getAnnotationType().getDeclaredMethods()) {
      if (each.getName().equals(attribute)) {
        return annotation.getValue(attribute);
      }
    }
    return null;
  }
}
