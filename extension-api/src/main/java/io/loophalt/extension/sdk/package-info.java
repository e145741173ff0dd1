/**
 * Providers' SDKs, whose loops applications write themselves: nobody but the next request tells
 * what came of a tool.
 */
@NullMarked
package io.loophalt.extension.sdk;

import org.jspecify.annotations.NullMarked;
