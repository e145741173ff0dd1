package io.loophalt.instrumentation;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.ArgumentHandler;
import net.bytebuddy.asm.Advice.OffsetMapping;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import org.jspecify.annotations.Nullable;

/**
 * Turns the {@link SiteId} parameter of the advice into the constant number of the method it is
 * inlined into. Thread-safe: each thread weaves one class at a time.
 */
final class SiteConstants implements OffsetMapping.Factory<SiteId>, OffsetMapping {

  /** Of the class that this thread weaves. */
  private static final ThreadLocal<@Nullable Map<String, Integer>> OF_THE_CLASS =
      new ThreadLocal<>();

  /**
   * Whose numbers are inlined on this thread from now on.
   *
   * @param siteOf the numbers of a class's methods by signature; null when it is woven
   * @return those before, of a class that is being woven, too; mostly null
   */
  @Nullable Map<String, Integer> use(@Nullable Map<String, Integer> siteOf) {
    Map<String, Integer> before = OF_THE_CLASS.get();
    if (siteOf == null) {
      OF_THE_CLASS.remove();
    } else {
      OF_THE_CLASS.set(siteOf);
    }
    return before;
  }

  @Override
  public Class<SiteId> getAnnotationType() {
    return SiteId.class;
  }

  @Override
  public OffsetMapping make(
      ParameterDescription.InDefinedShape target,
      AnnotationDescription.Loadable<SiteId> annotation,
      Factory.AdviceType adviceType) {
    return this;
  }

  @Override
  public Target resolve(
      TypeDescription instrumentedType,
      MethodDescription instrumentedMethod,
      Assigner assigner,
      ArgumentHandler argumentHandler,
      Advice.OffsetMapping.Sort sort) {
    Map<String, Integer> siteOf = requireNonNull(OF_THE_CLASS.get());
    int site = requireNonNull(siteOf.get(MethodMatch.signature(instrumentedMethod)));
    return new Target.ForStackManipulation(IntegerConstant.forValue(site));
  }
}
