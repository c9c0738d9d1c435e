import { Mail, Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { post, url } from "@/components/api";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { TillField } from "./text-field";
import type { Receipt } from "./types";
import { useSubmit } from "./use-submit";

const PrintedReceipt = dynamic(() =>
  import("./printed-receipt").then((module) => module.PrintedReceipt),
);

/** Prints or emails a receipt. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("till");
  const { device } = useOpenTill();
  const [printing, setPrinting] = useState(false);
  const [mailing, setMailing] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const printed = useCallback(() => setPrinting(false), []);
  const mailed = (email: string) => {
    setSentTo(email);
    setMailing(false);
  };
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TillButton disabled={printing} onClick={() => setPrinting(true)}>
          <Printer aria-hidden /> {t("receipt.print")}
        </TillButton>
        {receipt.kind && (
          <TillButton aria-expanded={mailing} onClick={() => setMailing(!mailing)}>
            <Mail aria-hidden /> {t("receipt.email")}
          </TillButton>
        )}
      </div>
      {mailing && <MailForm receipt={receipt} onSent={mailed} />}
      <p role="status" className="text-lg text-positive empty:hidden">
        {sentTo && t("receipt.emailSent", { email: sentTo })}
      </p>
      {printing && <PrintedReceipt receipt={receipt} store={device.store} onDone={printed} />}
    </div>
  );
}

function MailForm({ receipt, onSent }: { receipt: Receipt; onSent: (email: string) => void }) {
  const t = useTranslations("till");
  const { call } = useOpenTill();
  // The same key for another try, so that the customer gets one email.
  const [{ email, key }, setTyped] = useState({ email: "", key: crypto.randomUUID() });
  const { busy, error, submit } = useSubmit();
  const path = url("/api/till/receipts/{transactionId}/email", receipt);
  const address = email.trim();
  return (
    <form
      className="grid gap-2"
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
