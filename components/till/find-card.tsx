import { Camera, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError, post, unreachable } from "@/components/kit/api/api";
import { cleanScan } from "@/lib/base/scan";
import { parseReceiptNumber } from "@/lib/domain/till/receipt-number";
import { BackButton } from "./back-button";
import { TillButton } from "./button";
import { useOpenTill } from "./context";
import { isTab } from "./scan-burst";
import { TillField } from "./text-field";
import type { Receipt, Screen } from "./types";
import { useTypedAnywhere } from "./use-keys";
import { useScans } from "./use-scans";
import { useSubmit } from "./use-submit";
import { stateOf } from "./words";

const CameraScanner = dynamic(() =>
  import("@/components/kit/scan/camera-scanner").then((module) => module.CameraScanner),
);

const isPhone = () => window.matchMedia("(width < 40rem) and (pointer: coarse)").matches;

type Purpose = Extract<Screen, { at: "find" }>["purpose"];
type Props = {
  /** The beginning of a code. */
  typed?: string | undefined;
  /** What the card is found for. */
  purpose?: Purpose | undefined;
};

/** Finds the card to redeem, or whose balance is to be shown. On a phone, with the camera. */
export function FindScreen({ purpose }: { purpose: Purpose }) {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  return (
    <>
      <BackButton onBack={useCallback(() => go({ at: "home" }), [go])} />
      <h1 className="text-2xl font-semibold">{t(`find.${purpose}`)}</h1>
      <FindCard purpose={purpose} />
    </>
  );
}

/** A field for a scanner, and the camera: first on a phone, which has no scanner. */
export function FindCard({ typed = "", purpose }: Props) {
  const t = useTranslations("till");
  const search = useFind(typed, purpose);
  const [onPhone] = useState(isPhone);
  const [filming, setFilming] = useState(onPhone && purpose !== undefined);
  const camera = (
    <TillButton
      look={onPhone ? "primary" : "secondary"}
      className={onPhone ? "min-h-18" : "sm:mt-7.5"}
      aria-pressed={filming}
      onClick={() => setFilming(!filming)}
    >
      <Camera aria-hidden /> {t("home.camera")}
    </TillButton>
  );
  const scanner = filming && (
    <div className="mx-auto w-full max-w-2xl">
      <CameraScanner
        onCode={(text) => {
          setFilming(false);
          search.setCode(text);
          search.find(text, null);
        }}
        onClose={() => setFilming(false)}
      />
    </div>
  );
  if (onPhone) {
    return (
      <>
        {scanner || camera}
        <FindForm search={search} look="secondary" />
      </>
    );
  }
  return (
    <>
      <FindForm search={search} look="primary">
        {camera}
      </FindForm>
      {scanner}
    </>
  );
}

type FormProps = {
  search: ReturnType<typeof useFind>;
  /** Of the button that finds. */
  look: "primary" | "secondary";
  children?: ReactNode;
};

function FindForm({
  search: { code, setCode, field, busy, error, find },
  look,
  children,
}: FormProps) {
  const t = useTranslations("till");
  const scan = useScans();
  useTypedAnywhere(
    useCallback(
      (character: string) => {
        setCode((text) => text + character);
        field.current?.focus();
      },
      [setCode, field],
    ),
  );
  return (
    <form
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        find(code);
      }}
    >
      <TillField
        ref={field}
        label={t("home.field")}
        help={t("home.help")}
        error={error}
        value={code}
        inputMode="text"
        enterKeyHint="search"
        className="font-mono"
        onChange={({ target, nativeEvent }) =>
          setCode(scan.textAfter(code, target.value, nativeEvent as InputEvent))
        }
        onKeyDown={(event) => {
          scan.press(event);
          if (!isTab(event) || !scan.hasEnded(event)) return;
          event.preventDefault();
          find(code);
        }}
      />
      <TillButton type="submit" look={look} className="sm:mt-7.5" disabled={busy}>
        <Search aria-hidden /> {t("home.find")}
      </TillButton>
      {children}
    </form>
  );
}

/** The field for a card's code or a receipt's number, and what it finds. */
function useFind(typed: string, purpose: Purpose | undefined) {
  const t = useTranslations("till");
  const { call, go, device } = useOpenTill();
  const field = useRef<HTMLInputElement | null>(null);
  const [code, setCode] = useState(typed);
  const { busy, error, submit } = useSubmit();
  useEffect(() => {
    // On a phone, the focus opens a keyboard over the camera.
    if (typed || !isPhone()) field.current?.focus();
  }, [typed]);

  async function show(text: string) {
    const number = parseReceiptNumber(text);
    const receipt = number && (await call(() => receiptWith(number)));
    if (receipt) return go({ at: "receipt", receipt });
    const found = await call(() => post("/api/till/cards/find", { code: text }));
    if (!found) throw unreachable();
    const { card } = found;
    const redeems = purpose === "redeem" && stateOf(card) === "active";
    go(redeems ? { at: "redeem", card } : { at: "card", found });
  }

  /** `prefix`: what a hardware scanner sends before the code. */
  function find(scanned: string, prefix = device.store.scanPrefix) {
    const text = cleanScan(scanned, prefix);
    if (!text) return;
    const notFound = t(parseReceiptNumber(text) ? "home.noReceipt" : "home.noCard");
    void submit(
      () =>
        show(text).catch((failure) => {
          // The next scan replaces it.
          field.current?.select();
          throw failure;
        }),
      ({ status }: ApiError) => (status === 404 || status === 400 ? notFound : null),
    );
  }
  return { code, setCode, field, busy, error, find };
}

/** The receipt with a number; undefined if there is none. */
async function receiptWith(number: string): Promise<Receipt | undefined> {
  try {
    const found = await post("/api/till/receipts/find", { number });
    if (!found) throw unreachable();
    return found.receipts[0];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
