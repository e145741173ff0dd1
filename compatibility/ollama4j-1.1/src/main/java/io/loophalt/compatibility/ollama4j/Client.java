package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.models.chat.OllamaChatMessage;
import io.github.ollama4j.models.chat.OllamaChatRequest;
import io.github.ollama4j.models.chat.OllamaChatResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;

/** The library's client by reflection, as 1.1.2 has other names for it than 1.1.0. */
final class Client {

  private static final long SECONDS = 60;

  private final Object library;

  Client(String address) throws ReflectiveOperationException {
    library = type().getConstructor(String.class).newInstance(address);
    call("setRequestTimeoutSeconds", long.class, SECONDS);
    try {
      call("setVerbose", boolean.class, false);
    } catch (NoSuchMethodException later) {
      // 1.1.2 never prints its requests, as 1.1.0 does unless told otherwise.
    }
  }

  private static Class<?> type() throws ClassNotFoundException {
    try {
      return Class.forName("io.github.ollama4j.Ollama");
    } catch (ClassNotFoundException earlier) {
      return Class.forName("io.github.ollama4j.OllamaAPI");
    }
  }

  /** Lets the library's own loop go on for so many rounds. */
  void setRounds(int rounds) throws ReflectiveOperationException {
    call("setMaxChatToolCallRetries", int.class, rounds);
  }

  /** Adds tools. */
  void register(AnnotatedTools tools) throws ReflectiveOperationException {
    call("registerAnnotatedTools", Object.class, tools);
  }

  private void call(String method, Class<?> parameter, Object argument)
      throws ReflectiveOperationException {
    library.getClass().getMethod(method, parameter).invoke(library, argument);
  }

  /** A chat that has yet to begin. */
  static OllamaChatRequest newChat() {
    OllamaChatRequest request = new OllamaChatRequest();
    request.setModel("ollama-test");
    request.setMessages(new ArrayList<>());
    return request;
  }

  /** Has a chat go on, and throws what the library does. */
  OllamaChatResult chat(OllamaChatRequest request, boolean streamed) throws Exception {
    // 1.1.2 adds its tools each time, and would call each as often as it is there.
    request.setTools(new ArrayList<>());
    Method chat = method();
    Object listener = streamed ? listener(chat.getParameterTypes()[1]) : null;
    try {
      return (OllamaChatResult) chat.invoke(library, request, listener);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception theirs ? theirs : e;
    }
  }

  /** {@code chat}, or {@code chatStreaming} as it was called before. */
  private Method method() throws NoSuchMethodException {
    for (Method each : library.getClass().getMethods()) {
      Class<?>[] parameters = each.getParameterTypes();
      if (parameters.length == 2 && parameters[0] == OllamaChatRequest.class) {
        return each;
      }
    }
    throw new NoSuchMethodException("a chat with a listener");
  }

  /** Of the pieces of an answer. */
  private static Object listener(Class<?> type) {
    return Proxy.newProxyInstance(
        Client.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, piece) -> null);
  }

  /** What a message says. */
  static String text(OllamaChatMessage message) throws ReflectiveOperationException {
    Object text = getter().invoke(message);
    return text == null ? "" : text.toString();
  }

  private static Method getter() throws NoSuchMethodException {
    try {
      return OllamaChatMessage.class.getMethod("getContent");
    } catch (NoSuchMethodException later) {
      return OllamaChatMessage.class.getMethod("getResponse");
    }
  }
}
