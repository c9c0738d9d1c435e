/** Compiles a Markdown guide at build time into its front matter and each section's Markdown tokens. */
module.exports = async function compileGuide(source) {
  const { marked } = await import("marked");
  const [, head, body] = /^---\n(.+?)\n---\n(.+)$/s.exec(source.replaceAll("\r", ""));
  const fields = head.split("\n").map((line) => line.split(/: (.*)/, 2));
  const sections = [];
  for (const token of marked.lexer(body)) {
    if (token.type === "heading") sections.push({ title: token.text, tokens: [] });
    else if (token.type !== "space") add(sections.at(-1).tokens, token);
  }
  return `export default ${JSON.stringify({ ...Object.fromEntries(fields), sections })};`;
};

/** A response goes beside the request before it. */
function add(tokens, token) {
  const isResponse = token.type === "code" && /response$/i.test(token.lang);
  if (!isResponse || tokens.at(-1)?.type !== "code") tokens.push(token);
  else tokens.push({ type: "pair", raw: token.raw, tokens: [tokens.pop(), token] });
}
