import { Search } from "lucide-react";
import { type ComponentProps, createContext, use, useId, useState } from "react";
import { Kbd } from "./chip";
import { cx } from "./cx";
import { Input } from "./field";

type Props = Omit<ComponentProps<typeof Input>, "onChange" | "value" | "name"> & {
  label: string;
  value: string;
  onType: (typed: string) => void;
  /** On Enter; omitted if the search follows what is typed. */
  onSearch?: () => void;
  busy?: boolean;
  /** What the search will do; omitted if that never changes. */
  hint?: string;
  problem?: string | null;
};

/** Closes the search box around a field by Escape, if nothing is typed; null if it can't be closed. */
export const CloseSearch = createContext<(() => void) | null>(null);

/**
 * A page's search field, focused by `/`. The input has no name, so that a typed code is never
 * submitted natively.
 */
export function SearchField(props: Props) {
  const { label, onType, onSearch, busy, hint, problem, ...input } = props;
  const noteId = useId();
  const close = use(CloseSearch);
  const note = problem ?? hint;
  const closeByKey = ({ key }: { key: string }) => {
    if (key === "Escape" && input.value === "") close?.();
  };
  return (
    <search className="w-full md:max-w-md print:hidden">
      <form
        method="post"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch?.();
        }}
      >
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Input
          data-search
          aria-label={label}
          aria-describedby={note === undefined ? undefined : noteId}
          aria-invalid={problem ? true : undefined}
          aria-busy={busy || undefined}
          className={input.value === "" ? "px-9" : "pr-3 pl-9"}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={closeByKey}
          {...input}
        />
        {input.value === "" && (
          <span className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:block">
            <Kbd>/</Kbd>
          </span>
        )}
      </form>
      {note !== undefined && (
        <p
          id={noteId}
          role={problem ? "alert" : "status"}
          className={cx("text-sm not-empty:mt-1.5", problem ? "text-danger" : "text-muted")}
        >
          {note}
        </p>
      )}
    </search>
  );
}

type EnterSearchProps = Omit<Props, "value" | "onType" | "onSearch"> & {
  /** The current search; null for none. */
  value: string | null;
  onSearch: (term: string | null) => void;
};

/** A search field that searches on Enter. */
export const EnterSearch = (props: EnterSearchProps) => <Entered key={props.value} {...props} />;

function Entered({ value, onSearch, ...field }: EnterSearchProps) {
  const [typed, setTyped] = useState(value ?? "");
  return (
    <SearchField
      {...field}
      value={typed}
      onType={setTyped}
      onSearch={() => onSearch(typed.trim() || null)}
    />
  );
}
