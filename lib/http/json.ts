const MAX_DEPTH = 20;

/** Thrown with a sentence that a caller can act on. */
export class JsonError extends Error {}

/**
 * Parses JSON more strictly than JSON.parse: refuses duplicate keys, of which it would silently
 * take the last, and nesting deeper than 20 levels.
 */
export function parseJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new JsonError("is not valid JSON");
  }
  // Only now: in text that is no JSON, an open quote would make the scan below quadratic.
  checkStructure(text);
  return parsed;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** Of text that is known to be JSON: a string in an object, where a key may stand, is a key. */
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = [];
  let previous = "";
  for (const [token] of text.matchAll(TOKENS)) {
    const keys = open.at(-1);
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (keys && token.startsWith('"') && (previous === "{" || previous === ",")) {
      const key: unknown = JSON.parse(token);
      if (keys.has(String(key))) throw new JsonError(`has the key ${token} twice`);
      keys.add(String(key));
    }
    if (open.length > MAX_DEPTH) throw new JsonError(`is nested deeper than ${MAX_DEPTH} levels`);
    previous = token;
  }
}
