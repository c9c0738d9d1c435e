const shortChars = 400;

const preClasses =
  "rounded-md border bg-sunken p-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap";

/** The receiver's response as plain text, never rendered as HTML. A long response can be expanded. */
export const Excerpt = ({ text }: { text: string }) => (
  <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <figcaption className="text-xs text-muted">It answered</figcaption>
    {text.length <= shortChars ? (
      <pre className={preClasses}>{text}</pre>
    ) : (
      <details className="group/answer">
        <summary className="grid list-none gap-1 rounded-sm">
          <pre className={`${preClasses} group-open/answer:hidden`}>
            {text.slice(0, shortChars)}…
          </pre>
          <span className="text-xs text-muted underline underline-offset-4">
            <span className="group-open/answer:hidden">Show all of it</span>
            <span className="hidden group-open/answer:inline">Show less</span>
          </span>
        </summary>
        <pre className={`${preClasses} mt-1`}>{text}</pre>
      </details>
    )}
  </figure>
);
