package io.loophalt.instrumentation.executor;

import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Tells of a task right before a method of an executor calls another one, where it is on the
 * operand stack. What is put in has no branches, so that the code keeps its frames.
 */
final class CallSites implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {

  private static final String GATE = "java/lang/LoopHaltGate";

  /** Of what stands on the stack before the call. */
  private enum Told {
    TASK_TAKEN,
    WORKER_BEGINS,
    SCHEDULED
  }

  /** Where a thread runs a task that it has taken out of a queue: its own or somebody else's. */
  static final CallSites OF_TAKEN_TASKS = new CallSites("doExec", Told.TASK_TAKEN);

  /** Where the worker of a pool runs a task. */
  static final CallSites OF_WORKERS = new CallSites("run", Told.WORKER_BEGINS);

  /** Where a scheduler takes a task with the delay in the second argument of the method. */
  static final CallSites OF_SCHEDULES = new CallSites("delayedExecute", Told.SCHEDULED);

  /** Of a {@code long} that follows a reference in the arguments of an instance method. */
  private static final int DELAY_VARIABLE = 2;

  /** The copy of the task, and a {@code long}. */
  private static final int MORE_STACK = 3;

  private final String callee;
  private final Told told;

  private CallSites(String callee, Told told) {
    this.callee = callee;
    this.told = told;
  }

  @Override
  public MethodVisitor wrap(
      TypeDescription type,
      MethodDescription method,
      MethodVisitor visitor,
      Implementation.Context context,
      TypePool pool,
      int writerFlags,
      int readerFlags) {
    return new MethodVisitor(OpenedClassReader.ASM_API, visitor) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (name.equals(callee) && opcode != Opcodes.INVOKESTATIC) {
          tell();
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }

      private void tell() {
        if (told == Told.SCHEDULED) {
          super.visitInsn(Opcodes.DUP);
          super.visitVarInsn(Opcodes.LLOAD, DELAY_VARIABLE);
          call("scheduled", "(Ljava/lang/Object;J)V");
          return;
        }
        super.visitInsn(Opcodes.DUP);
        super.visitIntInsn(
            Opcodes.BIPUSH,
            told == Told.TASK_TAKEN ? LoopHaltGate.TASK_TAKEN : LoopHaltGate.WORKER_BEGINS);
        super.visitInsn(Opcodes.SWAP);
        call("task", "(ILjava/lang/Object;)Ljava/lang/Object;");
        super.visitInsn(Opcodes.POP);
      }

      private void call(String method, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, method, descriptor, false);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + MORE_STACK, maxLocals);
      }
    };
  }
}
