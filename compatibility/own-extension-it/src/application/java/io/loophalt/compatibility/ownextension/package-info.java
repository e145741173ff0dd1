/** An application of a framework that Loophalt has never heard of. */
package io.loophalt.compatibility.ownextension;
