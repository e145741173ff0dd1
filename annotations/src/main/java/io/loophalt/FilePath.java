package io.loophalt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of an {@link AgentTool} method that names a file the call touches: a {@code
 * String}, a {@code File}, a {@code Path}, or a collection or array of them.
 *
 * <p>Not needed for parameters of type {@code File} or {@code Path}, nor for those whose name says
 * it ({@code path}, {@code file}, {@code fileName}, …) in classes compiled with parameter names.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface FilePath {}
