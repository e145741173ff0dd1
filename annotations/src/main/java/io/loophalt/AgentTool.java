package io.loophalt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that a language model can call as a tool; each call of it is one <em>step</em> of
 * the current run.
 *
 * <p>With the agent attached, the arguments, the result or the exception of every call are reduced
 * to digests, compared with the earlier steps of the run, and the run is nudged or halted when it
 * stops making progress. The method behaves exactly as before until then; a halt arrives as a
 * {@link LoopHaltException}. When a tool method calls another one, the outer call is the step and
 * the inner one is a detail of it.
 *
 * <p>Tell the agent what only the author knows:
 *
 * <pre>{@code
 * @AgentTool(actionClass = "file_edit", effect = Effect.WRITE)
 * String replaceInFile(@FilePath String file, String find, String replacement, @NotInFingerprint String requestId) { ... }
 * }</pre>
 *
 * <p>Works on static, instance, private, final, synchronized and default-interface methods, and on
 * suspending functions of Kotlin's, whose step ends with the result, however often they suspend. On
 * an abstract method or a native one it has no effect and the agent says so once; overriding
 * methods need their own annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentTool {

  /** The tool's name as the model knows it. Default: the method's name. */
  String name() default "";

  /**
   * The coarse category of the action, such as {@code file_edit}, {@code test_run}, {@code
   * shell_exec}, {@code search} or {@code api_retry}. Calls of one class are compared with each
   * other even when tool names and arguments differ. Default: the tool's name.
   */
  String actionClass() default "";

  /**
   * The task whose thresholds apply when this call opens a run by itself, because no run is open
   * yet. Default: none, the thresholds for all tasks apply.
   */
  String task() default "";

  /** Whether the tool reads or changes something. */
  Effect effect() default Effect.UNKNOWN;

  /**
   * Whether the tool is there to try many: a scan of ports, a list of passwords. Then failing alike
   * for each try is no loop, because each try with new arguments is the work; the same try again
   * still is. Default: no.
   */
  boolean exhaustive() default false;

  /**
   * What in the results says nothing, such as a request id, and is left out before two results are
   * compared: paths into JSON ({@code $.request_id}, {@code $..cursor}) and patterns over text
   * ({@code "Request id *"}), written as for {@code volatile} in the configuration, which comes
   * before this. The agent warns of one that is wrong, and leaves it away. Default: what is shipped
   * for a well-known tool, else nothing.
   */
  String[] volatileParts() default {};
}
