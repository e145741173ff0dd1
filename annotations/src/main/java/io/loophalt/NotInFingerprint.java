package io.loophalt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of an {@link AgentTool} method that says nothing about what the call does, such
 * as a request id, a timestamp or a tracing context. Two calls that differ only there are the same
 * action.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface NotInFingerprint {}
