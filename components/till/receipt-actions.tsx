import { Mail, Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { post, url } from "@/components/kit/api/api";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { TillField } from "./text-field";
import type { Receipt } from "./types";
import { useSubmit } from "./use-submit";

const PrintedReceipt = dynamic(() =>
  import("./printed-receipt").then((module) => module.PrintedReceipt),
);

/** What is emailed: the receipt, or the card that it sold. */
type Mailed = "receipt" | "card";

type Props = {
  receipt: Receipt;
  /** Whether a new card already has a customer. */
  isOwned?: boolean;
};

/** Prints or emails a receipt, or emails the new card that it sold. */
export function ReceiptActions({ receipt, isOwned = false }: Props) {
  const t = useTranslations("till");
  const { device } = useOpenTill();
  const [printing, setPrinting] = useState(false);
  const [mailing, setMailing] = useState<Mailed | null>(null);
  const [sent, setSent] = useState<{ what: Mailed; email: string } | null>(null);
  const printed = useCallback(() => setPrinting(false), []);
  const toggle = (what: Mailed) => setMailing(mailing === what ? null : what);
  const mailed = (what: Mailed, email: string) => {
    setSent({ what, email });
    setMailing(null);
  };
  const offersCard = receipt.code !== null && !isOwned && sent?.what !== "card";
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TillButton disabled={printing} onClick={() => setPrinting(true)}>
          <Printer aria-hidden /> {t("receipt.print")}
        </TillButton>
        {offersCard && (
          <TillButton aria-expanded={mailing === "card"} onClick={() => toggle("card")}>
            <Mail aria-hidden /> {t("receipt.emailCard")}
          </TillButton>
        )}
        {receipt.kind && (
          <TillButton aria-expanded={mailing === "receipt"} onClick={() => toggle("receipt")}>
            <Mail aria-hidden /> {t("receipt.email")}
          </TillButton>
        )}
      </div>
      {mailing && (
        <MailForm
          key={mailing}
          receipt={receipt}
          what={mailing}
          onSent={(email) => mailed(mailing, email)}
        />
      )}
      <p role="status" className="text-lg text-positive empty:hidden">
        {sent && t(`receipt.${sent.what}Sent`, { email: sent.email })}
      </p>
      {printing && <PrintedReceipt receipt={receipt} store={device.store} onDone={printed} />}
    </div>
  );
}

type MailProps = { receipt: Receipt; what: Mailed; onSent: (email: string) => void };

function MailForm({ receipt, what, onSent }: MailProps) {
  const t = useTranslations("till");
  const { call } = useOpenTill();
  // The same key for another try, so that the customer gets one email.
  const [{ email, key }, setTyped] = useState({ email: "", key: crypto.randomUUID() });
  const { busy, error, submit } = useSubmit();
  const path =
    what === "card"
      ? url("/api/till/receipts/{transactionId}/card-email", receipt)
      : url("/api/till/receipts/{transactionId}/email", receipt);
  const address = email.trim();
  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!address) return;
        void submit(async () => {
          await call(() => post(path, { email: address }, key));
          onSent(address);
        });
      }}
    >
      <TillField
        ref={focusFirst}
        label={t("receipt.emailField")}
        type="email"
        inputMode="email"
        value={email}
        error={error}
        onChange={(event) => setTyped({ email: event.target.value, key: crypto.randomUUID() })}
      />
      <TillButton type="submit" look="primary" disabled={busy}>
        {t("receipt.emailSend")}
      </TillButton>
    </form>
  );
}
