package ai.koog.serialization;

import java.util.Map;

/** The shape of Koog's class of this name. */
public record JSONObject(Map<String, Object> entries) {}
