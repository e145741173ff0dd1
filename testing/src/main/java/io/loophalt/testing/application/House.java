package io.loophalt.testing.application;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Annotations that the application had before it met the agent. */
public final class House {

  private House() {}

  /** With the attributes that the agent understands. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  public @interface Described {
    /** As in the agent's own. */
    String name() default "";

    /** As in the agent's own. */
    String actionClass() default "";
  }

  /** With attributes of the same name and another type. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  public @interface Misleading {
    /** Not a text. */
    int name() default 7;

    /** Not a text either. */
    String[] actionClass() default {"a", "b"};
  }

  /** Without any attribute, and not there at run time. */
  @Retention(RetentionPolicy.CLASS)
  @Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
  public @interface Bare {}
}
