package io.loophalt.compatibility.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Tests of something that itself needs a newer JDK than Loophalt does. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface SinceJdk {

  /** The first feature release that will do, such as 21. */
  int value();
}
