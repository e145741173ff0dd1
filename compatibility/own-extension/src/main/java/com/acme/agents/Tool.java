package com.acme.agents;

/** A tool. */
@FunctionalInterface
public interface Tool {

  /** Does its work. */
  String call(String arguments) throws Exception;
}
