package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.List;
import java.util.Map;

/** Plays talks in which it matters who says what to whom. */
public final class WrittenTalk {

  private static final int ROUNDS = 30;

  private WrittenTalk() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    chatAfterAHalt();
    resultsSaidByAUser();
    triedAgain();
    promptsThatNameTheirAnswers();
    promptsWithExamples();
    transcript();
    chainOfPrompts();
    beginningsOfAnswers();
    documentsInSystemMessages();
    pictures();
    historiesWithoutAnswers();
    AlikeTalk.play();
    WorkerTalk.play();
    Report.fact("done", true);
  }

  /** The memory keeps what was refused, and the person asks something else. */
  private static void chatAfterAHalt() {
    Session chat = new Session("s-1");
    int answered = 0;
    while (answered < ROUNDS && chat.hears("continue", "I am still waiting for the bank.")) {
      answered++;
    }
    Report.fact("chat.halted.after", answered);
    Report.fact("chat.retried", chat.hears("continue", "I am still waiting for the bank."));
    for (String question : List.of("When do you open?", "And on Sundays?", "Who is in charge?")) {
      Report.fact("chat." + question, chat.hears(question, "That is as follows: " + question));
    }
  }

  /** The loop swallows the halt, and tells its model of it in a user's place. */
  private static void resultsSaidByAUser() {
    TextProtocol tellsMessage = new TextProtocol(e -> "the tool failed: " + e.getMessage());
    Report.fact("text.conversation", tellsMessage.fetches("s-2"));
    Report.fact("text.person", tellsMessage.hears("s-2", "Then when do you open?"));
    TextProtocol tellsNothing = new TextProtocol(e -> "the tool failed");
    Report.fact("text.conversation.untold", tellsNothing.fetches("s-3"));
    TextProtocol byItself = new TextProtocol(e -> "the tool failed: " + e.getMessage());
    Report.fact("text.alone", byItself.fetchesByItself());
  }

  /** The call of the model is tried again, whatever it throws; then a person asks for more. */
  private static void triedAgain() {
    List<Message> memory = Llm.conversation(new Message("user", "Tidy the repository."));
    int answered = 0;
    for (int i = 0; i < ROUNDS; i++) {
      try {
        memory.add(Llm.says(memory, "I will now look at the files, step " + i).message());
        answered++;
      } catch (LoopHaltException e) {
        // Tried again.
      }
    }
    Report.fact("retry.answered", answered);
    memory.add(new Message("user", "Then say what is in it."));
    Report.fact("retry.person", Llm.says(memory, "Two files.").text());
  }

  /** They have what was asked for, and what tools have said, and nothing that the model has. */
  private static void historiesWithoutAnswers() {
    Report.fact("unanswered.as.tools.halted.after", withoutAnswers("tool"));
    Report.fact("unanswered.as.user.answered", withoutAnswers("user"));
  }

  private static int withoutAnswers(String speaker) {
    Tools tools = new Tools();
    List<Message> history =
        Llm.conversation(new Message("user", "Which labels are there for a " + speaker + "?"));
    int answered = 0;
    try {
      for (; answered < ROUNDS; answered++) {
        Llm.asks(history, new Llm.Call("call_" + speaker + "9f8e7d6c" + answered, "labels", "{}"));
        history.add(new Message(speaker, "Labels: " + tools.labels()));
      }
    } catch (LoopHaltException e) {
      // Is counted.
    }
    return answered;
  }

  /** One conversation for each item, all on one thread; the tool says the same to each. */
  private static void promptsThatNameTheirAnswers() {
    Tools tools = new Tools();
    int decided = 0;
    try {
      for (; decided < ROUNDS; decided++) {
        String prompt =
            "Answer with exactly one of APPROVED_FOR_PAYMENT, NEEDS_HUMAN_REVIEW. Invoice: number ";
        List<Message> item = Llm.conversation(new Message("user", prompt + (1_000 + 37 * decided)));
        item.add(Llm.asks(item, new Llm.Call("call-" + decided, "labels", "{}")).message());
        item.add(new Message("tool", tools.labels()));
        Llm.says(item, "APPROVED_FOR_PAYMENT");
      }
    } catch (LoopHaltException e) {
      Report.fact("batch.halt", String.valueOf(e.getMessage()));
    }
    Report.fact("batch.decided", decided);
  }

  /** One conversation for each item, with the same two examples before it. */
  private static void promptsWithExamples() {
    int decided = 0;
    try {
      for (; decided < ROUNDS; decided++) {
        List<Message> item = Llm.conversation(new Message("user", "I like it."));
        item.add(new Message("assistant", "positive"));
        item.add(new Message("user", "Awful."));
        item.add(new Message("assistant", "negative"));
        item.add(new Message("user", List.of("ok", "good", "bad").get(decided % 3)));
        Llm.says(item, "positive");
      }
    } catch (LoopHaltException e) {
      Report.fact("examples.halt", String.valueOf(e.getMessage()));
    }
    Report.fact("examples.decided", decided);
  }

  /** All that was said stands in one message, and nothing comes of it. */
  private static void transcript() {
    String text = "Find out why the server is down.";
    int answered = 0;
    try {
      for (; answered < ROUNDS; answered++) {
        String thought = "I think that I should have a look at the logs, as attempt " + answered;
        Llm.says(List.of(new Message("user", text)), thought);
        text += "\n" + thought;
      }
    } catch (LoopHaltException e) {
      Report.fact("transcript.halted.after", answered);
    }
  }

  /** Each prompt is another instruction, and ends with the answer to the one before. */
  private static void chainOfPrompts() {
    String text = "heat pumps";
    int answered = 0;
    try {
      for (; answered < ROUNDS; answered++) {
        String prompt =
            "Now carry out step " + (char) ('a' + answered) + " with this text:\n" + text;
        text = "In this text it is told what came of the step that was called number " + answered;
        Llm.says(List.of(new Message("user", prompt)), text);
      }
    } catch (LoopHaltException e) {
      Report.fact("chain.halt", String.valueOf(e.getMessage()));
    }
    Report.fact("chain.answered", answered);
  }

  /** In one run, each request ends with the beginning of the answer to it. */
  private static void beginningsOfAnswers() {
    Session chat = new Session("s-4");
    int answered = 0;
    while (answered < ROUNDS && chat.reads("Extract the kind of letter " + (100 + answered))) {
      answered++;
    }
    Report.fact("begun.answered", answered);
  }

  /** In one run, and at last one document again and again. */
  private static void documentsInSystemMessages() {
    Session job = new Session("s-5");
    int read = 0;
    while (read < ROUNDS && job.classifies("it is about the letter " + (char) ('a' + read))) {
      read++;
    }
    Report.fact("documents.read", read);
    int again = 0;
    while (again < ROUNDS && job.classifies("it is about nothing at all")) {
      again++;
    }
    Report.fact("document.again", again < ROUNDS);
  }

  /** A person shows one picture after the other; then a program the same one again and again. */
  private static void pictures() {
    Report.fact("pictures.alone", shown("", true));
    Report.fact("pictures.with.caption", shown("Is this part damaged?", true));
    Report.fact("picture.again", shown("", false));
  }

  private static int shown(String caption, boolean another) {
    List<Message> memory = Llm.conversation(new Message("system", "You look at pictures."));
    int answered = 0;
    try {
      for (; answered < ROUNDS; answered++) {
        String data = "data:image/png;base64,AAAA" + (another ? answered : 0);
        Map<String, Object> picture = Map.of("type", "image_url", "image_url", Map.of("url", data));
        Map<String, Object> text = Map.of("type", "text", "text", caption);
        memory.add(
            new Message("user", caption.isEmpty() ? List.of(picture) : List.of(text, picture)));
        memory.add(
            Llm.says(memory, answered % 3 == 0 ? "Yes, it is." : "No, it is intact.").message());
      }
    } catch (LoopHaltException e) {
      return answered;
    }
    return answered;
  }
}
