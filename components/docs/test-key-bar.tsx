"use client";

import { KeyRound } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { post, setShownStore } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { Button } from "@/components/kit/ui/button";
import { TextLink } from "@/components/kit/ui/text-link";
import { InlineCode } from "./prose";
import {
  type DocsReader,
  type KeyStore,
  ReaderContext,
  saveTestKey,
  useRemoveLostKey,
  useTestKey,
} from "./test-key";

/** Tells the samples below who reads them. */
export function ReaderProvider({ reader, children }: { reader: DocsReader; children: ReactNode }) {
  useRemoveLostKey(reader);
  const shownStore = typeof reader === "object" ? reader.id : null;
  useEffect(() => {
    setShownStore(shownStore);
    return () => setShownStore(null);
  }, [shownStore]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/** Offers to fill a new test key in the samples of the page. */
export function TestKeyBar() {
  const t = useTranslations("docs");
  const reader = useContext(ReaderContext);
  const key = useTestKey();
  const path = usePathname();
  const code = (text: ReactNode) => <InlineCode>{text}</InlineCode>;
  if (reader === "viewer") return null;
  return (
    <section
      aria-label={t("testKey.label")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-surface px-3 py-2 text-sm print:hidden"
    >
      <KeyRound className="size-4 shrink-0 text-muted" aria-hidden />
      {reader === "signed-out" && (
        <p className="min-w-0 flex-1">
          {t.rich("testKey.signIn", {
            link: (text) => (
              <TextLink href={`/sign-in?next=${encodeURIComponent(path)}`}>{text}</TextLink>
            ),
          })}
        </p>
      )}
      {typeof reader === "object" && !key && <CreateKey store={reader} />}
      {key && (
        <>
          <div role="status" className="min-w-0 flex-1">
            {t.rich("testKey.filledIn", { last4: key.slice(-4), code })}
          </div>
          <Button size="sm" onClick={() => saveTestKey(null)}>
            {t("testKey.remove")}
          </Button>
        </>
      )}
    </section>
  );
}

function CreateKey({ store }: { store: KeyStore }) {
  const [t, tc] = [useTranslations("docs"), useTranslations("common")];
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Kept until the key is there, so that a retry after a lost response gets the same key.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  const create = async () => {
    setBusy(true);
    try {
      const { secret } = await post("/api/portal/test-keys", {}, idempotencyKey);
      saveTestKey({ liveId: store.liveId, secret });
    } catch (error) {
      setProblem(refusalInWords(tc, error));
      setBusy(false);
    }
  };
  return (
    <>
      <div className="min-w-0 flex-1">{t("testKey.offer")}</div>
      <Button size="sm" busy={busy} onClick={create}>
        {t("testKey.create")}
      </Button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
