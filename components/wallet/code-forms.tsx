"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ScanLine } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, post, type ReplyOf } from "@/components/kit/api/api";
import { FormText } from "@/components/kit/form/form-text";
import { SchemaForm } from "@/components/kit/form/submit-form";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { cleanScan } from "@/lib/base/scan";
import { CodeField } from "./fields";
import { Heading } from "./heading";
import { expiryOf, heldWords } from "./words";

const CameraScanner = dynamic(
  async () => (await import("@/components/kit/scan/camera-scanner")).CameraScanner,
);

type FormProps = {
  verb: string;
  /** Whether the card can have a PIN. */
  pins: boolean;
  send: (typed: { code: string; pin?: string }) => Promise<void>;
  /** The error text for the code field, or undefined if the error isn't about the code. */
  problemOf: (error: ApiError) => string | undefined;
};

/**
 * Form with the code of a card. Asks for a PIN once the code alone finds no card: the same for a wrong code as for one
 * that needs a PIN, so that it doesn't tell which codes exist.
 */
function CodeForm({ verb, pins, send, problemOf }: FormProps) {
  const t = useTranslations("wallet");
  const [asksPin, setAsksPin] = useState(false);
  return (
    <SchemaForm
      schema={z.object({
        code: z.string().check(z.trim(), z.minLength(1, t("code.missing"))),
        pin: z.string().check(z.trim()),
      })}
      defaults={{ code: "", pin: "" }}
      verb={verb}
      size="lg"
      send={({ code, pin }) => send({ code, ...(pin && { pin }) })}
      problemOf={(error) => {
        const message = error instanceof ApiError ? problemOf(error) : undefined;
        if (pins && error instanceof ApiError && error.status === 404) setAsksPin(true);
        return message === undefined ? undefined : { field: "code", message };
      }}
    >
      {(form) => (
        <>
          <CodeField form={form} name="code" />
          <ScanCode
            onCode={(code) => {
              form.setValue("code", code, { shouldValidate: true });
              form.setFocus("code");
            }}
          />
          {asksPin && (
            <FormText
              form={form}
              name="pin"
              label={t("code.pin")}
              help={t("code.pinHelp")}
              className="font-mono"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
        </>
      )}
    </SchemaForm>
  );
}

/** Reads a code with the camera. */
function ScanCode({ onCode }: { onCode: (code: string) => void }) {
  const t = useTranslations("wallet");
  const [scanning, setScanning] = useState(false);
  if (!scanning) {
    return (
      <Button size="lg" onClick={() => setScanning(true)}>
        <ScanLine aria-hidden />
        {t("code.scan")}
      </Button>
    );
  }
  return (
    <CameraScanner
      onCode={(text) => {
        setScanning(false);
        onCode(cleanScan(text, null));
      }}
      onClose={() => setScanning(false)}
    />
  );
}

const claimProblems = ["not_found", "card_not_active", "card_already_claimed"] as const;

export function ClaimForm() {
  const t = useTranslations("wallet");
  const router = useRouter();
  const client = useQueryClient();
  const claim = async (typed: { code: string; pin?: string }) => {
    const card = await post("/api/wallet/claim", typed);
    await client.invalidateQueries({ queryKey: ["wallet"] });
    router.push(`/wallet/cards/${card.uuid}`);
  };
  return (
    <>
      <Heading
        title={t("claim.title")}
        purpose={t("claim.purpose")}
        parent={{ href: "/wallet", label: t("cards.title") }}
      />
      <CodeForm
        verb={t("claim.submit")}
        pins
        send={claim}
        problemOf={({ code }) => {
          const problem = claimProblems.find((one) => one === code);
          return problem && t(`claim.problems.${problem}`);
        }}
      />
    </>
  );
}

/** Shows the balance for a card code. The code is sent in the request body, never in the URL. */
export function BalanceForm({ store, pins }: { store: string; pins: boolean }) {
  const t = useTranslations("wallet");
  const [checked, setChecked] = useState<CheckedBalance | null>(null);
  const check = async (typed: { code: string; pin?: string }) => {
    setChecked(null);
    setChecked(await post("/api/wallet/balance", { store, ...typed }));
  };
  return (
    <>
      <Heading title={t("balance.title")} purpose={t("balance.purpose")} />
      <CodeForm
        verb={t("balance.submit")}
        pins={pins}
        send={check}
        problemOf={({ status }) =>
          status === 404 ? t(`balance.${pins ? "unknownCodeOrPin" : "unknownCode"}`) : undefined
        }
      />
      <div role="status">{checked && <Balance checked={checked} />}</div>
      <p className="text-muted">
        {t.rich("balance.keep", {
          link: (text) => (
            <Link
              href="/wallet"
              className="font-medium text-accent-text underline underline-offset-4"
            >
              {text}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

type CheckedBalance = ReplyOf<"/api/wallet/balance", "POST">;

function Balance({ checked }: { checked: CheckedBalance }) {
  const t = useTranslations("wallet");
  const { status, frozen, expiresOn } = checked;
  const held = heldWords(t, checked);
  return (
    <div className="rounded-lg border bg-surface p-5">
      <p className="text-muted">{checked.store.name}</p>
      <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
        {formatMoney(checked.balanceCents, checked.currency)}
      </p>
      {held && <p className="mt-1">{held}</p>}
      <p className="mt-1 text-muted">
        {status !== "active"
          ? t(`balance.${status}`)
          : frozen
            ? t("card.frozen")
            : expiryOf(t, { expiresOn })}
      </p>
    </div>
  );
}
