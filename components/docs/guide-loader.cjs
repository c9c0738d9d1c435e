const { dirname, resolve } = require("node:path");

/** Compiles a Markdown guide at build time into its front matter and each section's Markdown tokens. */
module.exports = async function compileGuide(source) {
  const { marked } = await import("marked");
  const [, head, body] = /^---\n(.+?)\n---\n(.+)$/s.exec(source.replaceAll("\r", ""));
  const fields = head.split("\n").map((line) => line.split(/: (.*)/, 2));
  const sections = [];
  const tokens = marked.lexer(body);
  marked.walkTokens(tokens, (token) => linkToPage(token, this.resourcePath));
  for (const token of tokens) {
    if (token.type === "heading") sections.push({ title: token.text, tokens: [] });
    else if (token.type !== "space") add(sections.at(-1).tokens, token);
  }
  return `export default ${JSON.stringify({ ...Object.fromEntries(fields), sections })};`;
};

/** Turns a link to a guide's file into one to its page. The name of another file is shown as code. */
function linkToPage(token, guide) {
  if (token.type !== "link" || /^(\w+:|\/|#)/.test(token.href)) return;
  const [path, anchor] = token.href.split("#");
  const file = resolve(dirname(guide), path).replaceAll("\\", "/");
  const [, page] = /\/docs\/(?:guides\/)?((?:operations\/)?[\w-]+)\.md$/.exec(file) ?? [];
  if (page) token.href = `/docs/${page}${anchor ? `#${anchor}` : ""}`;
  else Object.assign(token, { type: "codespan", text: token.text.replaceAll("`", "") });
}

/** A response goes beside the request before it. */
function add(tokens, token) {
  const isResponse = token.type === "code" && /response$/i.test(token.lang);
  if (!isResponse || tokens.at(-1)?.type !== "code") tokens.push(token);
  else tokens.push({ type: "pair", raw: token.raw, tokens: [tokens.pop(), token] });
}
