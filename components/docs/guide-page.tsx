import type { Token, Tokens } from "marked";
import { Children, type ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";
import { placeholderContent } from "./generated";
import type { Guide } from "./pages";
import { Article, anchorOf, InlineCode, Section, Snippet, Table } from "./prose";

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
          return (
            <ul className="list-disc pl-5">
              {Children.toArray(
                token.items.map((item: Tokens.ListItem) => (
                  <li key={item.raw}>{inlines(item.tokens)}</li>
                )),
              )}
            </ul>
          );
        // The first word is the language of the code block; the rest is its title.
        case "code":
          return <Snippet title={token.lang.replace(/^\w+ /, "")} code={fill(token.text)} />;
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
    <Article title={guide.title} lead={guide.lead}>
      {guide.sections.map(({ title, tokens }) => (
        <Section key={title} title={title}>
          {Children.toArray(tokens.map(block(title)))}
        </Section>
      ))}
    </Article>
  );
};
