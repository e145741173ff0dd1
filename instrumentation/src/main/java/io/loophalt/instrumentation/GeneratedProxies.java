package io.loophalt.instrumentation;

import io.loophalt.runtime.async.ProxyMaker;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.InvocationHandlerAdapter;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes the proxies of Byte Buddy: one class for each interface, in a loader of its own below that
 * of the interface.
 */
public final class GeneratedProxies implements ProxyMaker {

  private static final String HANDLER = "handler";

  private static final ClassValue<Class<?>> CLASSES =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
          return new ByteBuddy()
              .subclass(Object.class)
              .implement(type)
              .defineField(HANDLER, InvocationHandler.class, Visibility.PUBLIC)
              .method(ElementMatchers.isAbstract())
              .intercept(InvocationHandlerAdapter.toField(HANDLER))
              .make()
              .load(type.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
              .getLoaded();
        }
      };

  @Override
  public Object make(Class<?> type, InvocationHandler handler) {
    Class<?> generated = CLASSES.get(type);
    try {
      Object made = generated.getConstructor().newInstance();
      Field field = generated.getField(HANDLER);
      field.set(made, handler);
      return made;
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("cannot make a " + type.getName(), impossible);
    }
  }
}
