package io.loophalt.compatibility.handedon;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Takes one step of each order that a topic brings, and hands it on by another one. */
final class OrderConsumer {

  private final OrderAgent agent = new OrderAgent();
  private final Consumer<String, String> orders;
  private final Producer<String, String> producer;
  private final String next;

  OrderConsumer(Consumer<String, String> orders, Producer<String, String> producer, String next) {
    this.orders = orders;
    this.producer = producer;
    this.next = next;
  }

  void takeNextSteps() throws InterruptedException, ExecutionException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (ConsumerRecord<String, String> order : orders.poll(Duration.ofSeconds(1))) {
      try (RunScope run = AgentRuns.join("order-agent", order.key())) {
        if (agent.takeOneStep(order.value())) {
          run.end();
        } else {
          sent.add(producer.send(new ProducerRecord<>(next, order.key(), order.value())));
        }
      } catch (LoopHaltException halt) {
        sent.add(producer.send(deadLetter(order, halt)));
      }
    }
    for (Future<RecordMetadata> each : sent) {
      each.get(); // what could not be sent comes again
    }
    orders.commitSync();
  }

  private static ProducerRecord<String, String> deadLetter(
      ConsumerRecord<String, String> order, LoopHaltException halt) {
    ProducerRecord<String, String> letter =
        new ProducerRecord<>("halted-orders", order.key(), order.value());
    letter.headers().add("reason", halt.stopReason().summary().getBytes(UTF_8));
    return letter;
  }
}
