import type { ReactNode } from "react";
import { cx } from "@/components/kit/ui/cx";
import { anchorOf } from "./anchor";
import { FoldedSections, OnThisPage } from "./on-this-page";

/** A section of a page. Its heading has its own link. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = anchorOf(title);
  return (
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
};

type ArticleProps = {
  title: string;
  lead: string;
  /** The titles of its sections, in order. */
  sections: string[];
  /** Leaves room for samples side by side. Text keeps the width of a line. */
  wide?: boolean;
  children: ReactNode;
};

export const Article = ({ title, lead, sections, wide, children }: ArticleProps) => (
  <div className="xl:flex xl:gap-8">
    <article
      className={cx(
        "grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 leading-relaxed",
        wide ? "max-w-5xl [&_section>p]:max-w-3xl [&_section>ul]:max-w-3xl" : "max-w-3xl",
      )}
    >
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-lg text-muted">{lead}</p>
      </header>
      <FoldedSections sections={sections} />
      {children}
    </article>
    <OnThisPage sections={sections} />
  </div>
);

export const InlineCode = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-sm wrap-anywhere">
    {children}
  </code>
);

/** Renders `backticks` in a text as inline code. */
export const TextWithCode = ({ text }: { text: string }) => {
  const [plain, code, ...rest] = text.split("`");
  return (
    <>
      {plain}
      {code !== undefined && <InlineCode>{code}</InlineCode>}
      {rest.length > 0 && <TextWithCode text={rest.join("`")} />}
    </>
  );
};

const methodTones: Record<string, string> = {
  GET: "text-info",
  POST: "text-positive",
  PATCH: "text-attention",
  DELETE: "text-danger",
};

/** An HTTP method in a fixed width. */
export const Method = ({ name }: { name: string }) => (
  <span className={cx("w-12 shrink-0 font-mono text-xs font-semibold", methodTones[name])}>
    {name === "DELETE" ? "DEL" : name}
  </span>
);

type TableProps = { caption: string; head: string[]; rows: { id: string; cells: ReactNode[] }[] };

/** A table with an anchor on each row. On phones, the cells of a row are stacked. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <table className="w-full border-collapse text-left text-sm max-sm:block max-sm:border-t lg:[&_code]:wrap-break-word">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-sm:sr-only">
      <tr>
        {head.map((title) => (
          <th key={title} scope="col" className="border-b py-2 pr-4 font-medium text-muted">
            {title}
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
          {cells.map((cell, column) => (
            <td key={head[column]} className="py-2 pr-4 max-sm:block max-sm:py-0.5">
              {column > 0 && (
                <span aria-hidden className="text-muted sm:hidden">
                  {head[column]}:{" "}
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
