import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useCallback, useId, useState } from "react";
import { formatMoney, usualAmounts } from "@/components/kit/money/money";
import { useOnline } from "@/components/kit/page/offline";
import { BackButton } from "./back-button";
import { TillButton } from "./button";
import { Keypad } from "./keypad";
import { charactersOf, endsScan, isScan } from "./scan-burst";
import { FieldError } from "./text-field";
import { amountOf, type EnteredAmount, enteredAmount } from "./typed-amount";
import { type Moment, useBurst } from "./use-scans";

type Props = {
  title: string;
  currency: string;
  /** What the field has at first; the first digit replaces it. */
  initialCents?: number;
  /** The button's text for an amount. */
  submitWords: (amount: string) => string;
  /** The part of the amount that is sent, if not all of it. */
  coveredOf?: (cents: number) => number;
  /** Whether something else on the screen has to be corrected first. */
  blocked?: boolean;
  /** Larger amounts are entered twice. */
  usualCents?: number;
  /** Offers amounts that cards are often sold for. */
  withPresets?: true;
  /** Why an amount can't be sent; null if it can. */
  problemOf?: (cents: number) => string | null;
  onSubmit: (cents: number) => void;
  onBack: () => void;
  /** What the amount means. */
  children?: (cents: number) => ReactNode;
  /** What else is asked, after the amount. */
  more?: ReactNode;
};

/** A big field and keypad for an amount, which digits fill from the right. Enter sends, Escape goes back. */
export function AmountEntry(props: Props) {
  const { title, currency, initialCents = 0, usualCents, submitWords, onSubmit, onBack } = props;
  const t = useTranslations("till");
  const id = useId();
  const online = useOnline();
  const entry = useAmount(currency, initialCents);
  const { cents, problem } = entry.typed;
  const [again, setAgain] = useState<number | null>(null);
  const refusal = problem ? t(`amount.${problem}`) : cents > 0 ? props.problemOf?.(cents) : null;
  const send = () => {
    const isUnusual = usualCents !== undefined && cents > usualCents;
    if (!isUnusual || again === cents) return onSubmit(cents);
    setAgain(cents);
    entry.clear();
  };
  const sendable = cents > 0 && !refusal && online && !props.blocked;
  const sentCents = props.coveredOf?.(cents) ?? cents;
  const isAskedAgain = again !== null && cents === 0;
  const note = isAskedAgain && t("amount.again", { amount: formatMoney(again, currency) });
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (sendable) send();
      }}
    >
      <BackButton onBack={onBack} />
      <div className="grid gap-4 md:grid-cols-2 md:gap-x-10">
        <div className="grid content-start gap-4 md:col-start-1">
          <h1 id={`${id}-title`} className="text-xl font-semibold">
            {title}
          </h1>
          <AmountField
            entry={entry}
            currency={currency}
            aria-labelledby={`${id}-title`}
            aria-describedby={`${id}-problem`}
            aria-invalid={refusal ? true : undefined}
          />
          <BelowAmount problemId={`${id}-problem`} problem={refusal} note={note}>
            {props.withPresets && (
              <Presets
                currency={currency}
                mostCents={usualCents}
                chosenCents={cents}
                onChoose={entry.choose}
              />
            )}
            {props.children?.(cents)}
          </BelowAmount>
        </div>
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <Keypad withDoubleZero onDigits={entry.append} onDelete={entry.deleteLast} />
        </div>
        {props.more}
        <TillButton
          type="submit"
          look="primary"
          className="min-h-18 md:col-start-2 md:row-start-3 [@media(max-height:740px)]:min-h-14"
          disabled={!sendable}
        >
          {cents > 0 ? submitWords(formatMoney(sentCents, currency)) : t("amount.blank")}
        </TillButton>
      </div>
    </form>
  );
}

type FieldProps = ComponentProps<"input"> & {
  entry: ReturnType<typeof useAmount>;
  currency: string;
};

const AmountField = ({ entry, currency, ...labels }: FieldProps) => (
  <div className="flex items-center gap-3 rounded-md border border-control bg-surface px-4 focus-within:outline-2 focus-within:outline-focus">
    <span className="text-xl text-muted" aria-hidden>
      {currency}
    </span>
    <input
      ref={entry.focusAtEnd}
      inputMode="none"
      autoComplete="off"
      value={entry.typed.text}
      onChange={(event) => entry.type(event.target.value, event.nativeEvent as InputEvent)}
      onKeyDown={(event) => {
        entry.press(event);
        if (endsScan(event) && entry.wasScanned(event)) event.preventDefault();
      }}
      className="h-20 w-full min-w-0 bg-transparent text-right text-4xl font-semibold tracking-tight tabular-nums outline-none [@media(max-height:740px)]:h-14"
      {...labels}
    />
  </div>
);

type BelowProps = {
  problemId: string;
  problem: string | null | undefined;
  note: string | false;
  children: ReactNode;
};

/** What the amount means, or in its place what is wrong with it, so that the keypad stays where it is. */
const BelowAmount = ({ problemId, problem, note, children }: BelowProps) => (
  <div className="grid min-h-12 text-lg *:[grid-area:1/1]">
    <div className={`grid content-start gap-1 ${problem || note ? "invisible" : ""}`}>
      {children}
    </div>
    <div id={problemId} role="alert" className="pointer-events-none">
      {problem ? <FieldError text={problem} /> : note && <p>{note}</p>}
    </div>
  </div>
);

type PresetsProps = {
  currency: string;
  /** Larger amounts aren't offered, because they would be entered twice. */
  mostCents: number | undefined;
  chosenCents: number;
  onChoose: (cents: number) => void;
};

function Presets({ currency, mostCents = Infinity, chosenCents, onChoose }: PresetsProps) {
  const t = useTranslations("till");
  const amounts = usualAmounts(currency).filter((cents) => cents <= mostCents);
  if (amounts.length === 0) return null;
  return (
    <fieldset
      className="grid grid-cols-4 gap-2"
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <legend className="sr-only">{t("amount.presets")}</legend>
      {amounts.map((cents) => (
        <button
          key={cents}
          type="button"
          aria-pressed={cents === chosenCents}
          className="h-11 rounded-md border border-control/60 bg-surface text-base font-medium whitespace-nowrap tabular-nums select-none hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-text"
          onClick={(event) => {
            onChoose(cents);
            // Enter then sends the amount, also if the button was pressed by the keyboard.
            event.currentTarget.form?.querySelector("input")?.focus();
          }}
        >
          {formatMoney(cents, currency)}
        </button>
      ))}
    </fieldset>
  );
}

/** The field after a scan, whose digits are no amount. */
const scanned = (text: string): EnteredAmount => ({
  text,
  cents: 0,
  problem: "scanned",
  decimals: null,
});

/** The amount field's content. */
function useAmount(currency: string, initialCents: number) {
  const [typed, setTyped] = useState<EnteredAmount>(() => ({
    ...amountOf(initialCents, currency),
    decimals: null,
  }));
  const [fresh, setFresh] = useState(initialCents > 0);
  const { after, press, hasEnded } = useBurst();
  const change = (text: string) => {
    setFresh(false);
    setTyped((before) => enteredAmount(before, text, currency));
  };
  return {
    typed,
    press,
    type: (text: string, event: InputEvent) => {
      const burst = after(event);
      // A scanned code is deleted as a whole, and no digit makes an amount of it.
      if (typed.problem && charactersOf(event) === 0) change("");
      else if (isScan(burst) || typed.problem === "scanned") setTyped(scanned(text));
      else change(text);
    },
    clear: () => change(""),
    /** Fills in an amount, which the next digit replaces. */
    choose: (cents: number) => {
      setTyped({ ...amountOf(cents, currency), decimals: null });
      setFresh(true);
    },
    append: (digits: string) => {
      if (typed.problem !== "scanned") change((fresh ? "" : typed.text) + digits);
    },
    deleteLast: () => change(fresh || typed.problem ? "" : typed.text.slice(0, -1)),
    /** Whether a scanner typed this and ends it with this key. It is then shown as a problem. */
    wasScanned: (key: Moment) => {
      const isScanned = hasEnded(key);
      if (isScanned) setTyped(scanned(typed.text));
      return isScanned;
    },
    focusAtEnd: useCallback(
      (field: HTMLInputElement | null) => {
        field?.focus();
        if (initialCents > 0) field?.select();
        else field?.setSelectionRange(field.value.length, field.value.length);
      },
      [initialCents],
    ),
  };
}
