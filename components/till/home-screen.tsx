import { Camera, ClipboardList, CreditCard, Receipt as ReceiptIcon, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, post, unreachable } from "@/components/kit/api/api";
import { cleanScan } from "@/lib/base/scan";
import { parseReceiptNumber } from "@/lib/domain/till/receipt-number";
import { TillButton } from "./button";
import { useOpenTill } from "./context";
import { isTab } from "./scan-burst";
import { TillField } from "./text-field";
import type { Receipt } from "./types";
import { useTypedAnywhere } from "./use-keys";
import { useScans } from "./use-scans";
import { useSubmit } from "./use-submit";

const CameraScanner = dynamic(() =>
  import("@/components/kit/scan/camera-scanner").then((module) => module.CameraScanner),
);

/** Where everything begins: a field for a scanner, and what needs no card. */
export function HomeScreen({ typed = "" }: { typed?: string | undefined }) {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  const { code, setCode, field, busy, error, find } = useFind(typed);
  const [scanning, setScanning] = useState(false);
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
    <>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          find(code);
        }}
      >
        <h1 className="sr-only">{t("home.title")}</h1>
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
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
          <div className="grid grid-cols-2 gap-3 sm:mt-7.5 sm:grid-cols-[auto_auto]">
            <TillButton type="submit" look="primary" disabled={busy}>
              <Search aria-hidden /> {t("home.find")}
            </TillButton>
            <TillButton aria-pressed={scanning} onClick={() => setScanning(!scanning)}>
              <Camera aria-hidden /> {t("home.camera")}
            </TillButton>
          </div>
        </div>
      </form>
      {scanning && (
        <div className="mx-auto w-full max-w-2xl">
          <CameraScanner
            onCode={(text) => {
              setScanning(false);
              setCode(text);
              find(text, null);
            }}
            onClose={() => setScanning(false)}
          />
        </div>
      )}
      <nav className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <TillButton className="min-h-20" onClick={() => go({ at: "digital" })}>
          <CreditCard aria-hidden /> {t("home.sell")}
        </TillButton>
        <TillButton className="min-h-20" onClick={() => go({ at: "recent" })}>
          <ReceiptIcon aria-hidden /> {t("home.recent")}
        </TillButton>
        <TillButton className="min-h-20" onClick={() => go({ at: "closing" })}>
          <ClipboardList aria-hidden /> {t("home.closeDay")}
        </TillButton>
      </nav>
    </>
  );
}

/** The field for a card's code or a receipt's number, and what it finds. */
function useFind(typed: string) {
  const t = useTranslations("till");
  const { call, go, device } = useOpenTill();
  const field = useRef<HTMLInputElement | null>(null);
  const [code, setCode] = useState(typed);
  const { busy, error, submit } = useSubmit();
  useEffect(() => field.current?.focus(), []);

  async function show(text: string) {
    const number = parseReceiptNumber(text);
    const receipt = number && (await call(() => receiptWith(number)));
    if (receipt) return go({ at: "receipt", receipt });
    const found = await call(() => post("/api/till/cards/find", { code: text }));
    if (!found) throw unreachable();
    go({ at: "card", found });
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
