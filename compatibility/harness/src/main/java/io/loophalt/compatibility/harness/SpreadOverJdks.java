package io.loophalt.compatibility.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an {@link OnEveryJdk} test, or a class of them, that is about what a server, an order, an
 * output or an application without the agent does and not about the JVM, and takes its time: each
 * is run for one JDK of this machine, chosen by its name and that of its class, so that every JDK
 * has some of them. With {@code -Dloophalt.every-jdk=true} each is run for all.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface SpreadOverJdks {}
