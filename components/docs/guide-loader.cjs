/** Compiles a Markdown guide at build time into its front matter and each section's Markdown tokens. */
module.exports = async function compileGuide(source) {
  const { marked } = await import("marked");
  const [, head, body] = /^---\n(.+?)\n---\n(.+)$/s.exec(source.replaceAll("\r", ""));
  const fields = head.split("\n").map((line) => line.split(/: (.*)/, 2));
  const sections = [];
  for (const token of marked.lexer(body)) {
    if (token.type === "heading") sections.push({ title: token.text, tokens: [] });
    else if (token.type !== "space") sections.at(-1).tokens.push(token);
  }
  return `export default ${JSON.stringify({ ...Object.fromEntries(fields), sections })};`;
};
