import { UserRound, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { focusFirst, TillButton } from "./button";
import { Keypad } from "./keypad";
import { NoticeScreen } from "./notice-screen";
import { keepPinLength, pinLengthOf } from "./pin-length";
import { TillField } from "./text-field";
import type { Device } from "./types";
import { useEscape } from "./use-keys";
import { useSubmit } from "./use-submit";
import { isUnauthorized } from "./use-till";

type Cashier = Device["cashiers"][number];

type Props = {
  cashiers: Cashier[];
  /** Whether an operation waits for someone to find out what became of it. */
  pending: boolean;
  onSignIn: (cashierId: string, pin: string) => Promise<void>;
  onRefresh: () => void;
};

/** The locked till: who is it, and their PIN. */
export function SignInScreen({ cashiers, pending, onSignIn, onRefresh }: Props) {
  const t = useTranslations("till");
  const [chosen, setChosen] = useState<Cashier | null>(null);
  const only = cashiers.length === 1 ? cashiers[0] : null;
  const cashier = cashiers.find(({ id }) => id === chosen?.id) ?? only ?? null;

  if (cashiers.length === 0) {
    return (
      <NoticeScreen icon={<UsersRound aria-hidden />} title={t("signIn.none")}>
        <TillButton onClick={onRefresh}>{t("signIn.refresh")}</TillButton>
      </NoticeScreen>
    );
  }
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      {pending && (
        <p className="rounded-md border border-attention-line bg-attention-tint px-4 py-3 text-lg text-attention">
          {t("signIn.pending")}
        </p>
      )}
      {cashier ? (
        <PinForm
          key={cashier.id}
          cashier={cashier}
          onSubmit={(pin) => onSignIn(cashier.id, pin)}
          onBack={only ? null : () => setChosen(null)}
        />
      ) : (
        <>
          <h1 className="text-2xl font-semibold">{t("signIn.title")}</h1>
          <ul className="grid gap-3 sm:grid-cols-2">
            {cashiers.map((one, place) => (
              <li key={one.id}>
                <TillButton
                  ref={place === 0 ? focusFirst : null}
                  className="min-h-18 w-full justify-start"
                  onClick={() => setChosen(one)}
                >
                  <UserRound aria-hidden />
                  <span className="min-w-0 truncate">{one.name}</span>
                </TillButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type PinProps = {
  cashier: Cashier;
  onSubmit: (pin: string) => Promise<void>;
  onBack: (() => void) | null;
};

function PinForm({ cashier, onSubmit, onBack }: PinProps) {
  const t = useTranslations("till");
  const [pin, setPin] = useState("");
  const { busy, error, submit } = useSubmit();
  useEscape(onBack);
  const send = (typed: string) =>
    void submit(async () => {
      try {
        await onSubmit(typed);
        keepPinLength(cashier.id, typed.length);
      } catch (failure) {
        if (isUnauthorized(failure)) keepPinLength(cashier.id, null);
        throw failure;
      } finally {
        setPin("");
      }
    });
  const type = (typed: string) => {
    setPin(typed);
    if (typed.length === pinLengthOf(cashier.id)) send(typed);
  };
  return (
    <form
      className="mx-auto grid w-full max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (pin) send(pin);
      }}
    >
      <h1 className="text-2xl font-semibold">{t("signIn.pinTitle", { name: cashier.name })}</h1>
      <TillField
        ref={focusFirst}
        type="password"
        inputMode="none"
        label={t("signIn.pin")}
        value={pin}
        error={error}
        helpClassName="min-h-12"
        className="text-center tracking-[0.4em]"
        onChange={(event) => type(event.target.value)}
      />
      <Keypad
        onDigits={(digits) => type(pin + digits)}
        onDelete={() => setPin((typed) => typed.slice(0, -1))}
      />
      <TillButton type="submit" look="primary" disabled={busy}>
        {t("signIn.submit")}
      </TillButton>
      {onBack && (
        <TillButton look="quiet" onClick={onBack}>
          {t("signIn.others")}
        </TillButton>
      )}
    </form>
  );
}
