// Deeper nesting is mostly indentation, and unreadable on a page.
const maxDepth = 32;

const jsonTokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Indents JSON for reading. Its strings and numbers stay as written. Returns any other text as it is. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  let pretty = "";
  let depth = 0;
  let previous = "";
  for (const [token] of text.matchAll(jsonTokens)) {
    const opened = previous === "{" || previous === "[";
    const closes = token === "}" || token === "]";
    if (closes) depth -= 1;
    const isEmpty = opened && closes;
    if (!isEmpty && (opened || closes || previous === ",")) pretty += `\n${"  ".repeat(depth)}`;
    pretty += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    if (depth > maxDepth) return text;
    previous = token;
  }
  return pretty;
}
