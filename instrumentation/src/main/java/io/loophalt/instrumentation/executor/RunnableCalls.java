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
 * Where an executor runs any task, or has a new thread run one: calls the gate instead, or asks it
 * before. Each takes from the stack what the other did, so that the code keeps its frames.
 */
enum RunnableCalls implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {
  /** Has no state. */
  INSTANCE;

  private static final String GATE = "java/lang/LoopHaltGate";
  private static final String THREAD = "java/lang/Thread";
  private static final String ENDS_WITH_TASK = "Ljava/lang/Runnable;)V";
  private static final String ENDS_WITH_NAME = "Ljava/lang/Runnable;Ljava/lang/String;)V";
  private static final String MAKES_THREAD = "(Ljava/lang/Runnable;)Ljava/lang/Thread;";

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
        if (name.equals("run") && owner.equals("java/lang/Runnable") && descriptor.equals("()V")) {
          toGate("run", "(Ljava/lang/Runnable;)V");
          return;
        }
        if (descriptor.equals(MAKES_THREAD)
            || (opcode == Opcodes.INVOKESPECIAL
                && owner.equals(THREAD)
                && descriptor.endsWith(ENDS_WITH_TASK))) {
          askForThread();
        } else if (opcode == Opcodes.INVOKESPECIAL
            && owner.equals(THREAD)
            && descriptor.endsWith(ENDS_WITH_NAME)) {
          super.visitInsn(Opcodes.SWAP);
          askForThread();
          super.visitInsn(Opcodes.SWAP);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }

      private void askForThread() {
        toGate("ofThread", "(Ljava/lang/Runnable;)Ljava/lang/Runnable;");
      }

      private void toGate(String method, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, method, descriptor, false);
      }
    };
  }
}
