package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.StepTaken;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.testing.application.Annotated;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Classes with no room for the advice: what does not fit is left as it was, and nothing else
 * suffers.
 */
class FullClassFilesTest {

  /** As many bytes as a method's code may have. */
  private static final int LONGEST = 65_535;

  /** More than the ten errors after which the agent turns itself off. */
  private static final int MANY = 12;

  private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
  private final GuardedClasses agent =
      GuardedClasses.beside(
          Annotated.class,
          WeavingPolicy.NONE,
          new RunEvents(
              event -> {
                if (event instanceof StepTaken step) {
                  steps.add(step.tool());
                }
              },
              Clock.systemUTC(),
              true));

  @AfterEach
  void shutTheGate() {
    agent.close();
  }

  @Test
  void aMethodThatIsTooLongIsToldOnceAndTheOthersOfItsClassAreWoven() throws Exception {
    ClassFile file = new ClassFile("application.Full");
    file.tool("first", LONGEST).tool("brief", 10).tool("second", LONGEST - 30);

    Class<?> full = agent.define("application.Full", file.bytes());

    assertThat(call(full, "first") + call(full, "brief") + call(full, "second"))
        .as("what the methods return, each its argument and a one for each bit of code")
        .isEqualTo(ones(LONGEST) + ones(10) + ones(LONGEST - 30));
    assertThat(steps).containsExactly("brief");
    assertThat(agent.wovenMethods()).as("woven methods").isEqualTo(1);
    assertThat(warnings())
        .as("warnings")
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .contains("WARNING application.Full.first is not watched: ")
                    .contains("65535 bytes")
                    .contains("mark a shorter method"),
            line -> assertThat(line).contains("WARNING application.Full.second is not watched: "));
  }

  @Test
  void aLongMethodThatStillFitsIsWoven() throws Exception {
    byte[] file = new ClassFile("application.Long").tool("tool", LONGEST - 1_000).bytes();

    assertThat(call(agent.define("application.Long", file), "tool"))
        .isEqualTo(ones(LONGEST - 1_000));
    assertThat(steps).containsExactly("tool");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aClassWithoutRoomForConstantsIsToldOnceAndLeftAsItWas() throws Exception {
    byte[] file = new ClassFile("application.Stuffed").tool("tool", 10).constants(65_530).bytes();

    assertThat(call(agent.define("application.Stuffed", file), "tool")).isEqualTo(ones(10));
    assertThat(steps).isEmpty();
    assertThat(agent.wovenMethods()).as("woven methods").isZero();
    assertThat(warnings())
        .as("warnings")
        .singleElement()
        .asString()
        .contains("WARNING application.Stuffed is not watched: its constant pool");
  }

  @Test
  void howeverManyCannotBeWovenTheAgentStaysOn() throws Exception {
    for (int i = 0; i < MANY; i++) {
      String name = "application.Full" + i;
      agent.define(name, new ClassFile(name).tool("tool", LONGEST).bytes());
    }
    assertThat(warnings()).as("warnings").hasSize(MANY);
    assertThat(agent.failures()).as("errors that count").isZero();

    byte[] healthy = new ClassFile("application.Healthy").tool("tool", 10).bytes();
    call(agent.define("application.Healthy", healthy), "tool");

    assertThat(steps).containsExactly("tool");
  }

  @Test
  void howeverManyAreBrokenTheAgentStaysOnAndTellsOfEachOnce() throws Exception {
    for (int i = 0; i < MANY; i++) {
      String name = "application.Cut" + i;
      byte[] file = new ClassFile(name).tool("tool", 1_000).bytes();
      byte[] cut = Arrays.copyOf(file, file.length - 500);
      assertThat(agent.weave(name, cut)).isNull();
      assertThat(agent.weave(name, cut)).isNull();
    }

    assertThat(agent.log().lines().filter(line -> line.contains("is not watched")))
        .as("messages")
        .hasSize(MANY)
        .allMatch(line -> line.contains("ERROR application.Cut"));
    assertThat(agent.failures()).as("errors that count").isZero();
  }

  private List<String> warnings() {
    return agent.log().lines().filter(line -> !line.startsWith("[loophalt] no run")).toList();
  }

  /** On a thread that was in no run yet. */
  private static int call(Class<?> type, String tool) throws Exception {
    Method method = type.getMethod(tool, int.class);
    FutureTask<Object> call = new FutureTask<>(() -> method.invoke(null, 0));
    new Thread(call).start();
    return (int) call.get();
  }

  private static int ones(int length) {
    return new ClassFile("application.Any").increments(length);
  }

  /** A class of static tools that take and return a number, each with code of a given length. */
  private static final class ClassFile {

    private static final int INCREMENT = 3;

    /** The jump over the increments, what it jumps to, and what fills the rest. */
    private static final int AROUND = 1 + 5 + 3 + 2;

    private final ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);

    ClassFile(String name) {
      writer.visit(
          Opcodes.V17,
          Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
          name.replace('.', '/'),
          null,
          "java/lang/Object",
          null);
    }

    int increments(int length) {
      return Math.max(0, length - AROUND) / INCREMENT;
    }

    ClassFile tool(String name, int length) {
      MethodVisitor code =
          writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "(I)I", null, null);
      code.visitAnnotation("Lio/loophalt/AgentTool;", false).visitEnd();
      code.visitCode();
      Label end = new Label();
      code.visitVarInsn(Opcodes.ILOAD, 0);
      code.visitJumpInsn(Opcodes.IFLT, end);
      for (int i = 0; i < increments(length); i++) {
        code.visitIincInsn(0, 1);
      }
      code.visitLabel(end);
      code.visitVarInsn(Opcodes.ILOAD, 0);
      code.visitInsn(Opcodes.IRETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
      return this;
    }

    /** Fills the constant pool up to a number of entries. */
    ClassFile constants(int entries) {
      for (int i = writer.newConst(-1); i < entries - 1; i = writer.newConst(i)) {
        assertThat(i).isPositive();
      }
      return this;
    }

    byte[] bytes() {
      writer.visitEnd();
      return writer.toByteArray();
    }
  }
}
