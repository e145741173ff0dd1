/** Model calls of providers' SDKs, whose loops applications write themselves. */
@NullMarked
package io.loophalt.runtime.sdk;

import org.jspecify.annotations.NullMarked;
