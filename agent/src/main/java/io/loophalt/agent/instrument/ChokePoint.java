package io.loophalt.agent.instrument;

import io.loophalt.agent.gate.CallHandler;
import org.jspecify.annotations.Nullable;

/**
 * One method of a known class that is woven by name.
 *
 * @param className fully qualified, {@code $} for nested classes
 * @param methodName exact
 * @param parameters how many, or -1 for any number
 * @param firstParameterType fully qualified erased type of the first parameter; null for any
 * @param handler what happens around its calls
 */
public record ChokePoint(
    String className,
    String methodName,
    int parameters,
    @Nullable String firstParameterType,
    CallHandler handler) {}
