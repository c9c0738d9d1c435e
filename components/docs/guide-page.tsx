import type { Token, Tokens } from "marked";
import { Children, type ReactNode } from "react";
import { TextLink } from "@/components/kit/ui/text-link";
import { anchorOf } from "./anchor";
import { Snippet } from "./code";
import { placeholderContent } from "./generated";
import type { CodeLanguage } from "./highlight";
import { usesKey } from "./key-placeholder";
import type { Guide } from "./pages";
import { Article, InlineCode, Section, Table } from "./prose";
import { TestKeyBar } from "./test-key-bar";

/** A guide, with `origin` as the base URL of its examples. */
export const GuidePage = ({ guide, origin }: { guide: Guide; origin: string }) => {
  const fill = (text: string) => text.replaceAll("{{origin}}", origin);
  const inlines = (tokens: Token[] = []) => Children.toArray(tokens.map(inline));

  const inline = (token: Token): ReactNode => {
    switch (token.type) {
      case "text":
        return token.tokens ? inlines(token.tokens) : fill(token.text);
      case "codespan":
        return <InlineCode>{fill(token.text)}</InlineCode>;
      case "strong":
        return <strong className="font-medium">{inlines(token.tokens)}</strong>;
      case "link":
        return <TextLink href={token.href}>{inlines(token.tokens)}</TextLink>;
      default:
        throw new Error(`${guide.title}: no element for "${token.raw}"`);
    }
  };

  // The first word is the language of the code block; the rest is its title.
  const snippet = ({ lang = "", text }: Tokens.Code) => (
    <Snippet
      title={lang.replace(/^\w+ /, "")}
      language={lang.replace(/ .*/, "") as CodeLanguage}
      code={fill(text)}
    />
  );

  // The section is part of the anchor, since a generated table of the page may list the same names.
  const row = (section: string) => (cells: Tokens.TableCell[]) => ({
    id: anchorOf(`${section} ${cells[0]?.text ?? ""}`),
    cells: cells.map((cell) => inlines(cell.tokens)),
  });

  const block =
    (caption: string) =>
    (token: Token): ReactNode => {
      switch (token.type) {
        case "paragraph":
          return placeholderContent[token.text] ?? <p>{inlines(token.tokens)}</p>;
        case "list":
          return <List {...(token as Tokens.List)} inlines={inlines} />;
        case "code":
          return snippet(token as Tokens.Code);
        case "pair":
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 min-[1440px]:grid-cols-2">
              {Children.toArray((token.tokens as Tokens.Code[]).map(snippet))}
            </div>
          );
        case "table":
          return (
            <Table
              caption={caption}
              head={token.header.map(({ text }: Tokens.TableCell) => text)}
              rows={token.rows.map(row(caption))}
            />
          );
        default:
          throw new Error(`${guide.title}: no element for "${token.raw}"`);
      }
    };

  return (
    <Article
      title={guide.title}
      lead={guide.lead}
      sections={guide.sections.map(({ title }) => title)}
      wide={guide.sections.some(({ tokens }) => tokens.some(({ type }) => type === "pair"))}
    >
      {usesKey(JSON.stringify(guide.sections)) && <TestKeyBar />}
      {guide.sections.map(({ title, tokens }) => (
        <Section key={title} title={title}>
          {Children.toArray(tokens.map(block(title)))}
        </Section>
      ))}
    </Article>
  );
};

type ListProps = Tokens.List & { inlines: (tokens?: Token[]) => ReactNode };

function List({ ordered, items, inlines }: ListProps) {
  const List = ordered ? "ol" : "ul";
  return (
    <List className={ordered ? "list-decimal pl-5" : "list-disc pl-5"}>
      {Children.toArray(items.map((item) => <li key={item.raw}>{inlines(item.tokens)}</li>))}
    </List>
  );
}
