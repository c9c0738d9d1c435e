import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";

type SectionProps = { id: string; title: string; children: ReactNode };

/** A part of a page under a heading that can be linked to. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id={id} className="group mt-4 scroll-mt-20 text-lg font-semibold">
      <a href={`#${id}`} className="hover:underline">
        {title}
        <span className="ml-2 text-subtle opacity-0 group-hover:opacity-100" aria-hidden>
          #
        </span>
      </a>
    </h2>
    {children}
  </section>
);

/** Title, the one line that says what it is about, the text. */
export const Guide = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) => (
  <article className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 leading-relaxed">
    <header>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-lg text-muted">{lead}</p>
    </header>
    {children}
  </article>
);

/** A word of a program in the text. */
export const C = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-sm wrap-anywhere">
    {children}
  </code>
);

/** Text in which `backticks` mark words of a program. */
export const Told = ({ text }: { text: string }) => {
  const [plain, word, ...rest] = text.split("`");
  return (
    <>
      {plain}
      {word !== undefined && <C>{word}</C>}
      {rest.length > 0 && <Told text={rest.join("`")} />}
    </>
  );
};

/** Something to copy, under a word that says what it is. */
export const Snippet = ({ title, code }: { title: string; code: string }) => (
  <figure className="grid min-w-0 gap-1">
    <figcaption className="text-sm font-medium text-muted">{title}</figcaption>
    <CodeBlock code={code} what={title} />
  </figure>
);

type GridProps = { caption: string; head: string[]; rows: { id: string; cells: ReactNode[] }[] };

/** A table of words; each row can be linked to. On a phone a row is read downwards. */
export const Grid = ({ caption, head, rows }: GridProps) => (
  <table className="w-full border-collapse text-left text-sm max-sm:block max-sm:border-t">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-sm:sr-only">
      <tr>
        {head.map((word) => (
          <th key={word} scope="col" className="border-b py-2 pr-4 font-medium text-muted">
            {word}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {rows.map(({ id, cells }) => (
        <tr
          key={id}
          id={id}
          className="scroll-mt-20 border-b align-top target:bg-accent-tint max-sm:block max-sm:py-2"
        >
          {cells.map((cell, index) => (
            <td key={head[index]} className="py-2 pr-4 max-sm:block max-sm:py-0.5">
              {index > 0 && (
                <span aria-hidden className="text-muted sm:hidden">
                  {head[index]}:{" "}
                </span>
              )}
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
