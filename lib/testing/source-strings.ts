import { readFileSync } from "node:fs";
import { parseSync } from "vite";

type Node = { type: string; [key: string]: unknown };

// Names of attributes and calls whose strings nobody reads.
const UNREAD_ATTRIBUTES =
  /^(className|id|keys?|name|type|href|role|autoComplete|inputMode|rel|d|viewBox|style|pattern|preserveAspectRatio|data-.*|.*[cC]lassName|variant|size|tone|side|align|method|path)$/;
const UNREAD_CALLS =
  /^(cx|cva|twMerge|Error|useTranslations|getTranslations|t|tc|createContext|dynamic|import|require|querySelector|querySelectorAll|fetch|matchMedia|RegExp|info|warn|error)$/;
const CSS_PROPERTIES = /^(border\w*|font\w*|margin|padding)$/;
// Two words in a row, or one capitalized word alone.
const SENTENCE = /\p{L}{2,}[,.]? \p{L}+/u;
const LABEL = /^[A-Z][a-z]+[.…!?]?$/;

// The product's name is the same in every language.
const PRODUCT = "Scrip";

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? (isNode(node.property) ? node.property.name : "")) : "";

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === "parent"
      ? []
      : Array.isArray(value)
        ? value.filter(isNode)
        : isNode(value)
          ? [value]
          : [],
  );

/** Whether the strings below a node are code instead of text. */
function isUnread(node: Node): boolean {
  if (node.type === "JSXAttribute") return UNREAD_ATTRIBUTES.test(nameOf(node.name));
  if (/^(Call|New)Expression$/.test(node.type)) return UNREAD_CALLS.test(nameOf(node.callee));
  if (node.type === "Property") return CSS_PROPERTIES.test(nameOf(node.key));
  if ("directive" in node || node.type === "ImportDeclaration") return true;
  return /^TS/.test(node.type) && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type);
}

const isClassNames = (text: string) =>
  /[-:[]/.test(text) && text.split(" ").every((word) => /^[a-z\d:[\]().,/_&>*%!@=-]*$/.test(word));

function textOf({ type, value }: Node): string {
  if (type === "TemplateElement") return (value as { cooked: string }).cooked;
  return type === "JSXText" || (type === "Literal" && typeof value === "string")
    ? String(value)
    : "";
}

/** The strings in a component's source that a person would read: JSX text, labels and sentences. */
export function readableStrings(file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, inJsx: boolean) => {
    if (isUnread(node)) return;
    const text = textOf(node).replace(/\s+/g, " ").trim();
    const isText =
      node.type === "JSXText"
        ? /\p{L}{2,}/u.test(text)
        : SENTENCE.test(text) || (inJsx && LABEL.test(text));
    if (isText && text !== PRODUCT && !isClassNames(text)) found.push(text);
    for (const child of childrenOf(node)) visit(child, inJsx || node.type.startsWith("JSX"));
  };
  visit(parseSync(file, readFileSync(file, "utf8")).program as unknown as Node, false);
  return found;
}
