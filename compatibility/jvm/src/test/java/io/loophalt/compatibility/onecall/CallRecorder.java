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
 * between {@link Moments#rehearsed} and {@link Moments#over}.
 */
final class CallRecorder {

  private static final String OURS = "io.loophalt.";
  private static final String GATE = "java.lang.LoopHaltGate";
  private static final long LIMIT_MILLIS = ForkedJvm.TIME_LIMIT.toMillis();

  private final VirtualMachine jvm;
  private final List<Entry> entries = new ArrayList<>();
  private boolean isOver;

  private CallRecorder(VirtualMachine jvm) {
    this.jvm = jvm;
  }

  /** Plays the application with the agent; what it enters, in order, with its moments. */
  static List<Entry> record(
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
      return recorder.entries;
    } finally {
      connector.stopListening(local);
    }
  }

  private void record() throws InterruptedException, IncompatibleThreadStateException {
    ClassPrepareRequest loading = jvm.eventRequestManager().createClassPrepareRequest();
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
      events.resume();
    }
    jvm.dispose();
  }

  private void take(Event event) throws IncompatibleThreadStateException {
    if (event instanceof ClassPrepareEvent loaded) {
      Method rehearsed = loaded.referenceType().methodsByName("rehearsed").get(0);
      jvm.eventRequestManager().createBreakpointRequest(rehearsed.location()).enable();
    } else if (event instanceof BreakpointEvent reached) {
      listenTo(OURS + "*", reached.thread());
      listenTo(GATE, reached.thread());
    } else if (event instanceof MethodEntryEvent entered && !isOver) {
      Entry entry = entry(entered);
      entries.add(entry);
      isOver = entry.isMoment("over");
      if (isOver) {
        // While the thread is held: else the next event would hold it when nobody listens any more.
        EventRequestManager requests = jvm.eventRequestManager();
        requests.deleteEventRequests(List.copyOf(requests.methodEntryRequests()));
      }
    }
  }

  private void listenTo(String classes, ThreadReference thread) {
    MethodEntryRequest entering = jvm.eventRequestManager().createMethodEntryRequest();
    entering.addClassFilter(classes);
    entering.addThreadFilter(thread);
    entering.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    entering.enable();
  }

  private static Entry entry(MethodEntryEvent entered) throws IncompatibleThreadStateException {
    Method method = entered.method();
    List<StackFrame> frames = entered.thread().frames();
    String caller =
        frames.subList(1, frames.size()).stream()
            .map(frame -> frame.location().declaringType().name())
            .filter(type -> type.startsWith(OURS) || type.equals(GATE))
            .findFirst()
            .orElse("");
    return new Entry(method.declaringType().name(), method.name(), caller);
  }
}
