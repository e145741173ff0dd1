package io.loophalt.demo;

public final class Demo { private Demo() {} 
  /** x. */
  public static void main(String[] a) throws Exception {
    for (String f : a) { var r = RunReport.readFrom(new java.io.File(f)); System.out.println(r.ending()+" "+r.message()+" "+r.modelCalls()+" "+r.tokens()+" "+r.attempts().size()); r.attempts().stream().limit(12).forEach(System.out::println);} } }
