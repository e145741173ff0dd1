# Traces of healthy agents, a request a line, 17 spans each, as OTLP JSON: awk -v traces=10000 -f benchmarks/traces.awk
function attribute(k, v) { return "{\"key\":\"" k "\",\"value\":{\"stringValue\":\"" v "\"}}" }
function span(t, n, parent, name, from, to, attributes) {
  return sprintf("{\"traceId\":\"%032x\",\"spanId\":\"%08x%08x\",%s\"name\":\"%s\",\"startTimeUnixNano\":\"%d000000000\",\"endTimeUnixNano\":\"%d000000000\",\"attributes\":[%s]}",
    t + 1, t + 1, n + 1, (parent < 0 ? "" : sprintf("\"parentSpanId\":\"%08x%08x\",", t + 1, parent + 1)), name, from, to, attributes)
}
BEGIN {
  for (t = 0; t < traces; t++) {
    begin = 1790000000 + t
    line = span(t, 0, -1, "invoke_agent", begin, begin + 17, attribute("gen_ai.operation.name", "invoke_agent") "," attribute("gen_ai.agent.name", "shop"))
    for (i = 1; i <= 16; i += 2) {
      found = ""
      for (j = 0; j < 6; j++) found = found "order " (t * 31 + i * j * 7) % 9973 " of customer " (t + j * i) % 997 " has shipped; "
      call = "call_" t "_" i
      line = line "," span(t, i, 0, "chat", begin + i, begin + i + 1, attribute("gen_ai.operation.name", "chat") "," attribute("gen_ai.response.model", "a-model"))
      line = line "," span(t, i + 1, 0, "execute_tool", begin + i + 1, begin + i + 1, attribute("gen_ai.operation.name", "execute_tool") "," attribute("gen_ai.tool.name", "find_orders") "," attribute("gen_ai.tool.call.id", call) "," attribute("gen_ai.tool.call.arguments", "{\\\"customer\\\": " t + i "}") "," attribute("gen_ai.tool.call.result", found))
    }
    print "{\"resourceSpans\":[{\"resource\":{\"attributes\":[" attribute("service.name", "shop") "]},\"scopeSpans\":[{\"spans\":[" line "]}]}]}"
  }
}
