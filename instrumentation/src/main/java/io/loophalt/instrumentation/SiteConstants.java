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

/**
 * Turns the {@link SiteId} parameter of the advice into the constant number of the method it is
 * inlined into.
 */
final class SiteConstants implements OffsetMapping.Factory<SiteId>, OffsetMapping {

  private final Map<String, Integer> siteBySignature;

  SiteConstants(Map<String, Integer> siteBySignature) {
    this.siteBySignature = siteBySignature;
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
    int site = requireNonNull(siteBySignature.get(Weaver.signature(instrumentedMethod)));
    return new Target.ForStackManipulation(IntegerConstant.forValue(site));
  }
}
