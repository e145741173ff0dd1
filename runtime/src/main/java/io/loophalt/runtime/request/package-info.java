/**
 * What the requests to models and their answers say about a conversation, as digests: whether a
 * person has spoken, and which answer a request goes on with.
 *
 * <p>Which run that is, is decided in {@code correlation}; how the objects of a framework are read,
 * its extension knows.
 */
@NullMarked
package io.loophalt.runtime.request;

import org.jspecify.annotations.NullMarked;
