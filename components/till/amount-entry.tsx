import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useId, useState } from "react";
import { formatMoney } from "@/components/kit/money/money";
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
  /** Why an amount can't be sent; null if it can. */
  problemOf?: (cents: number) => string | null;
  onSubmit: (cents: number) => void;
  onBack: () => void;
  /** What the amount means, next to the keypad. */
  children: (cents: number) => ReactNode;
};

/** A big field and keypad for an amount, which digits fill from the right. Enter sends, Escape goes back. */
export function AmountEntry(props: Props) {
  const { title, currency, initialCents = 0, submitWords, onSubmit, onBack, children } = props;
  const t = useTranslations("till");
  const id = useId();
  const online = useOnline();
  const entry = useAmount(currency, initialCents);
  const { cents, problem } = entry.typed;
  const [again, setAgain] = useState<number | null>(null);
  const refusal = problem ? t(`amount.${problem}`) : cents > 0 ? props.problemOf?.(cents) : null;
  const send = () => {
    const isUnusual = props.usualCents !== undefined && cents > props.usualCents;
    if (!isUnusual || again === cents) return onSubmit(cents);
    setAgain(cents);
    entry.clear();
  };
  const sendable = cents > 0 && !refusal && online && !props.blocked;
  const sentCents = props.coveredOf?.(cents) ?? cents;
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
      <div className="grid gap-6 md:grid-cols-2 md:gap-10">
        <div className="grid content-start gap-4">
          <h1 id={`${id}-title`} className="text-xl font-semibold">
            {title}
          </h1>
          <div className="flex items-center gap-3 rounded-md border border-control bg-surface px-4 focus-within:outline-2 focus-within:outline-focus">
            <span className="text-xl text-muted" aria-hidden>
              {currency}
            </span>
            <input
              ref={entry.focusAtEnd}
              inputMode="none"
              autoComplete="off"
              aria-labelledby={`${id}-title`}
              aria-describedby={`${id}-problem`}
              aria-invalid={refusal ? true : undefined}
              value={entry.typed.text}
              onChange={(event) => entry.type(event.target.value, event.nativeEvent as InputEvent)}
              onKeyDown={(event) => {
                entry.press(event);
                if (endsScan(event) && entry.wasScanned(event)) event.preventDefault();
              }}
              className="h-20 w-full min-w-0 bg-transparent text-right text-4xl font-semibold tracking-tight tabular-nums outline-none"
            />
          </div>
          <div id={`${id}-problem`} role="alert" className="text-lg empty:hidden">
            {refusal && <FieldError text={refusal} />}
            {again !== null && !refusal && (
              <p>{t("amount.again", { amount: formatMoney(again, currency) })}</p>
            )}
          </div>
          <div className="grid gap-2 text-lg">{children(cents)}</div>
        </div>
        <div className="grid content-start gap-3">
          <Keypad withDoubleZero onDigits={entry.append} onDelete={entry.deleteLast} />
          <TillButton type="submit" look="primary" className="min-h-18" disabled={!sendable}>
            {cents > 0 ? submitWords(formatMoney(sentCents, currency)) : t("amount.blank")}
          </TillButton>
        </div>
      </div>
    </form>
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
