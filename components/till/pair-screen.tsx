import { useTranslations } from "next-intl";
import { useState } from "react";
import { focusFirst, TillButton } from "./button";
import { TillField } from "./text-field";
import { useSubmit } from "./use-submit";

/** Takes the pairing code that the dashboard shows. */
export function PairScreen({ onPair }: { onPair: (code: string) => Promise<void> }) {
  const t = useTranslations("till");
  const [code, setCode] = useState("");
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
      <p className="text-lg text-muted">{t("pair.text")}</p>
      <TillField
        ref={focusFirst}
        label={t("pair.code")}
        value={code}
        error={error}
        className="font-mono uppercase"
        onChange={(event) => setCode(event.target.value)}
      />
      <TillButton type="submit" look="primary" disabled={busy}>
        {t("pair.submit")}
      </TillButton>
    </form>
  );
}
