package io.loophalt.compatibility.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a class whose {@link OnEveryJdk} tests are about what a server does, and take their time: each
 * is run for one JDK of this machine, chosen by its name, so that every JDK has some of them. With
 * {@code -Dloophalt.every-jdk=true} each is run for all.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SpreadOverJdks {}
