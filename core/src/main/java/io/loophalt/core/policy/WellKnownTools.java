package io.loophalt.core.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is volatile in the results of tools that many applications have under one name.
 *
 * <p>Few, and only what says nothing by its definition: who made it says that it identifies one
 * request or measures it. A time that a tool is asked for, a page of a listing or the state of some
 * work is never among them. A list of the user's own for a tool takes the place of what is here.
 *
 * <p>The names are those that public agents and servers call them by. A tool of an MCP server may
 * stand behind the server's name, as in {@code mcp__notion__API-post-search}. Thread-safe; finding
 * a tool costs a look or two into a table, however many there are.
 */
public final class WellKnownTools {

  private static final Map<String, VolatileParts> PARTS = new HashMap<>();

  static {
    // Headers of an answer, as JSON or as they are sent (RFC 9110; X-Request-Id by convention).
    put(
        VolatileParts.of(
            "$..headers.date",
            "$..headers.etag",
            "$..headers.age",
            "$..headers['x-request-id']",
            "$..headers['x-correlation-id']",
            "$..headers['cf-ray']",
            "X-Request-Id: **",
            "x-request-id: **",
            "CF-RAY: **",
            "cf-ray: **"),
        "http_request",
        "http_get",
        "http_post",
        "fetch",
        "requests_get",
        "requests_post",
        "curl");
    // Tavily: how long a search took, and which request it was.
    put(
        VolatileParts.of("$.response_time", "$.request_id"),
        "tavily_search",
        "tavily-search",
        "tavily_extract",
        "tavily-extract");
    // Exa: the same.
    put(VolatileParts.of("$.requestId", "$.searchTime"), "web_search_exa", "exa_search");
    // Notion: which request it was.
    put(
        VolatileParts.of("$.request_id"),
        "API-post-search",
        "API-post-database-query",
        "API-retrieve-a-page",
        "API-get-block-children");
    // Elasticsearch and OpenSearch: how many milliseconds a search took.
    put(VolatileParts.of("$.took"), "elasticsearch_search", "opensearch_search", "SearchIndexTool");
    // AWS: which request it was, and the headers of its answer.
    put(
        VolatileParts.of("$..ResponseMetadata.RequestId", "$..ResponseMetadata.HTTPHeaders"),
        "call_aws",
        "use_aws");
  }

  /** What many clients of MCP put between the name of a server and that of its tool. */
  private static final String BEHIND_A_SERVER = "__";

  private WellKnownTools() {}

  private static void put(VolatileParts parts, String... tools) {
    for (String tool : tools) {
      PARTS.put(tool, parts);
    }
  }

  /** The names of the tools, sorted. */
  public static List<String> names() {
    return PARTS.keySet().stream().sorted().toList();
  }

  /** What is shipped for a tool, null if nothing is. */
  public static @Nullable VolatileParts volatileParts(String tool) {
    VolatileParts parts = PARTS.get(tool);
    if (parts != null) {
      return parts;
    }
    int server = tool.lastIndexOf(BEHIND_A_SERVER);
    return server < 0 ? null : PARTS.get(tool.substring(server + BEHIND_A_SERVER.length()));
  }

  /**
   * What is left out of a tool's results and errors: what the configuration says, else what is
   * shipped; null for nothing.
   *
   * @param configured what the configuration says about the tool, null for nothing
   */
  public static @Nullable VolatileParts volatileParts(
      String tool, @Nullable ToolPolicy configured) {
    VolatileParts own = configured == null ? null : configured.volatileParts();
    return own == null ? volatileParts(tool) : own;
  }
}
