import { cva, type VariantProps } from "class-variance-authority";

const chipClasses = cva(
  "inline-flex h-5.5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        positive: "bg-positive-tint text-positive",
        attention: "bg-attention-tint text-attention",
        danger: "bg-danger-tint text-danger",
        info: "bg-info-tint text-info",
        neutral: "bg-hover text-muted",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

type Tone = NonNullable<VariantProps<typeof chipClasses>["tone"]>;

/** A state's label and color. */
export type StateLabel = { word: string; tone: Tone };

/** A state label. The dot is decorative; the text carries the meaning. */
export const Chip = ({ tone, word }: StateLabel) => (
  <span className={chipClasses({ tone })}>
    <span className="size-1.5 rounded-full bg-current" aria-hidden />
    {word}
  </span>
);

/** A short label that isn't a state, such as a scope. */
export const Tag = ({ children }: { children: string }) => (
  <span className="inline-flex h-5.5 items-center rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs text-muted">
    {children}
  </span>
);

export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-control/60 bg-sunken px-1 font-mono text-xs text-muted">
    {children}
  </kbd>
);
