package io.loophalt.compatibility.handedon;

import io.loophalt.LoopHaltException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Each request is one step of an order; the balancer chooses who takes it. */
@RestController
class OrderController {

  private final OrderAgent agent = new OrderAgent();

  @PostMapping("/orders/{order}/step")
  String step(@PathVariable("order") String order) {
    return agent.takeOneStep(order) ? "done" : "to be continued";
  }

  @ExceptionHandler
  ResponseEntity<String> halted(LoopHaltException halt) {
    return ResponseEntity.status(409).body(halt.stopReason().summary());
  }
}
