package io.loophalt.compatibility.onecall;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static java.util.Objects.requireNonNull;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Notes, as a debugger does from outside, which of our methods the thread of {@link OneCall} enters
 * from one of its {@link Moments} to the next.
 */
final class CallRecorder {

  private static final String OURS = "io.loophalt.";
  private static final String GATE = "java.lang.LoopHaltGate";
  private static final String APPLICATIONS = "io.loophalt.compatibility.*";
  private static final long LIMIT_MILLIS = ForkedJvm.TIME_LIMIT.toMillis();

  private final VirtualMachine jvm;
  private final EventRequestManager requests;
  private final List<List<Entry>> parts = new ArrayList<>();
  private boolean isOver;

  private CallRecorder(VirtualMachine jvm) {
    this.jvm = jvm;
    this.requests = jvm.eventRequestManager();
  }

  /** Plays the application with the agent; what it enters in each part that is to be heard. */
  static List<List<Entry>> record(
      ForkedContainer container, Application application, Guard guard, Path folder)
      throws IOException,
          InterruptedException,
          IllegalConnectorArgumentsException,
          IncompatibleThreadStateException {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketListen"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> local = connector.defaultArguments();
    requireNonNull(local.get("localAddress")).setValue("127.0.0.1");
    requireNonNull(local.get("timeout")).setValue(Long.toString(LIMIT_MILLIS));
    String address = connector.startListening(local);
    Application debugged =
        application.withOptions(
            "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address);
    try (ForkedJvm forked = container.start(debugged, guard, folder)) {
      CallRecorder recorder = new CallRecorder(connector.accept(local));
      recorder.record();
      assertThatRun(forked.finish()).endedWell();
      return recorder.parts;
    } finally {
      connector.stopListening(local);
    }
  }

  private void record() throws InterruptedException, IncompatibleThreadStateException {
    ClassPrepareRequest loading = requests.createClassPrepareRequest();
    loading.addClassFilter(Moments.class.getName());
    loading.enable();
    jvm.resume();
    while (!isOver) {
      EventSet events = jvm.eventQueue().remove(LIMIT_MILLIS);
      if (events == null) {
        throw new AssertionError("the application does not come to its end");
      }
      for (Event event : events) {
        take(event);
      }
      if (!isOver) {
        events.resume();
      }
    }
    jvm.dispose(); // lets the application go on, which would end before this if it went on earlier
  }

  private void take(Event event) throws IncompatibleThreadStateException {
    if (event instanceof ClassPrepareEvent loaded) {
      for (Method moment : loaded.referenceType().methods()) {
        if (moment.isStatic()) {
          BreakpointRequest reached = requests.createBreakpointRequest(moment.location());
          reached.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
          reached.enable();
        }
      }
    } else if (event instanceof BreakpointEvent reached) {
      reach(reached.location().method().name(), reached.thread());
    } else if (event instanceof MethodEntryEvent entered) {
      parts.get(parts.size() - 1).add(entry(entered));
    }
  }

  private void reach(String moment, ThreadReference thread) {
    requests.deleteEventRequests(List.copyOf(requests.methodEntryRequests()));
    switch (moment) {
      case "enters", "leaves" -> {
        parts.add(new ArrayList<>());
        listenTo(OURS + "*", thread);
        listenTo(GATE, thread);
      }
      case "left" -> {}
      case "over" -> isOver = true;
      default -> throw new IllegalStateException("an unknown moment: " + moment);
    }
  }

  private void listenTo(String classes, ThreadReference thread) {
    MethodEntryRequest entering = requests.createMethodEntryRequest();
    entering.addClassFilter(classes);
    entering.addClassExclusionFilter(APPLICATIONS);
    entering.addThreadFilter(thread);
    entering.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    entering.enable();
  }

  private static Entry entry(MethodEntryEvent entered) throws IncompatibleThreadStateException {
    List<StackFrame> frames = entered.thread().frames();
    String caller =
        frames.subList(1, frames.size()).stream()
            .map(frame -> frame.location().declaringType().name())
            .filter(type -> type.startsWith(OURS) || type.equals(GATE))
            .findFirst()
            .orElse("");
    return new Entry(entered.method().declaringType().name(), caller);
  }
}
