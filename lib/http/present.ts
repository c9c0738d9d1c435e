import type { Shape } from "../context";
import type { Reader, Reply } from "../contract/shapes";

/**
 * Shows a result in a shape. With SCRIP_CHECK_REPLIES set, as the tests do, the answer is parsed by
 * its own schema too; the compiler has tied the presenter to it already.
 */
export function present<T>(reply: Reply<T>, shape: Shape, result: T, reader: Reader): unknown {
  const { schema, present } = reply[shape];
  const shown = present(result, reader);
  return process.env.SCRIP_CHECK_REPLIES ? schema.parse(shown) : shown;
}
