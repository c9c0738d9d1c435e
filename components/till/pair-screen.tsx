import { useTranslations } from "next-intl";
import { useState } from "react";
import { focusFirst, TillButton } from "./button";
import { TillField } from "./text-field";
import type { Device } from "./types";
import { useSubmit } from "./use-submit";

type Props = {
  /** The code that was scanned; null for none. */
  code: string | null;
  /** The till that this browser is already, and how it stays that. */
  current: { device: Device; onKeep: () => void } | null;
  onPair: (code: string) => Promise<void>;
};

/** Takes the pairing code that the dashboard shows. */
export function PairScreen({ code: scanned, current, onPair }: Props) {
  const t = useTranslations("till");
  const [code, setCode] = useState(scanned ?? "");
  const { busy, error, submit } = useSubmit();
  return (
    <form
      className="mx-auto grid w-full max-w-md gap-4 py-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!code.trim()) return;
        void submit(
          () => onPair(code),
          ({ status }) => (status === 404 || status === 400 ? t("pair.wrong") : null),
        );
      }}
    >
      <h1 className="text-2xl font-semibold">{t("pair.title")}</h1>
      <p className="text-lg text-muted">
        {current
          ? t("pair.replaces", {
              device: current.device.device.name,
              store: current.device.store.name,
            })
          : t(scanned ? "pair.scanned" : "pair.text")}
      </p>
      <TillField
        ref={scanned ? null : focusFirst}
        label={t("pair.code")}
        value={code}
        error={error}
        className="font-mono uppercase"
        onChange={(event) => setCode(event.target.value)}
      />
      <TillButton ref={scanned ? focusFirst : null} type="submit" look="primary" disabled={busy}>
        {t("pair.submit")}
      </TillButton>
      {current ? (
        <TillButton onClick={current.onKeep}>
          {t("pair.keep", { device: current.device.device.name })}
        </TillButton>
      ) : (
        // A page of its own: this one's may use the camera.
        <a
          href="/settings/devices?open=till"
          className="inline-flex min-h-11 items-center justify-self-center text-lg underline underline-offset-4"
        >
          {t("pair.useBrowser")}
        </a>
      )}
    </form>
  );
}
