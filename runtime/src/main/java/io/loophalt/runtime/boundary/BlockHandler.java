package io.loophalt.runtime.boundary;

import io.loophalt.runtime.async.ProxyMaker;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method to which a framework gives its blocks of code that are executed on other
 * threads: a block belongs to the run that its giver is in. Not inside a tool call, where agents
 * begin runs of their own.
 *
 * <p>The first parameter is the block and is rewritten: a block that captures nothing may be one
 * object for everybody, and cannot carry a run itself.
 */
public final class BlockHandler implements Interceptor {

  private final RunCorrelator runs;
  private final ProxyMaker proxies;

  /** The type of the blocks, for each woven class; null where it has no such type. */
  private final ClassValue<@Nullable Class<?>> types;

  /**
   * For one method.
   *
   * @param type name of the interface that is the block's type
   */
  public BlockHandler(RunCorrelator runs, ProxyMaker proxies, String type) {
    this.runs = runs;
    this.proxies = proxies;
    this.types =
        new ClassValue<>() {
          @Override
          protected @Nullable Class<?> computeValue(Class<?> woven) {
            try {
              return Class.forName(type, false, woven.getClassLoader());
            } catch (ClassNotFoundException drifted) {
              return null;
            }
          }
        };
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = call.thread().scopedRun();
    Object block = call.argument(0);
    Class<?> type = types.get(call.declaring());
    if (live == null
        || block == null
        || type == null
        || call.thread().enclosingStep(call) != null) {
      return null;
    }
    call.rewrite(
        0, proxies.make(type, (proxy, method, given) -> execute(block, live, method, given)));
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }

  private @Nullable Object execute(
      Object block, LiveRun live, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    if (live.isClosed()) {
      // Nobody has waited for it: what it does is something else by now.
      return invoke(block, method, given);
    }
    InvocationStack thread = InvocationStack.current();
    Object scope = thread.enterScopeHere(live);
    try {
      return invoke(block, method, given);
    } finally {
      thread.leaveScope(scope, runs.registry());
    }
  }

  private static @Nullable Object invoke(
      Object block, Method method, @Nullable Object @Nullable [] given) throws Throwable {
    try {
      return method.invoke(block, given);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
