"use client";

import { useMutation } from "@tanstack/react-query";
import { MailCheck, MailX } from "lucide-react";
import { useTranslations } from "next-intl";
import { refusalOf, unreachable } from "@/components/kit/api/api";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { EmptyState } from "@/components/kit/ui/states";
import { Heading } from "./heading";

type Props = {
  token: string;
  /** Null if the link is not valid. */
  storeName: string | null;
};

/** Stops a store's email on a button press, because mail scanners open links. */
export function Unsubscribe({ token, storeName }: Props) {
  const t = useTranslations("wallet");
  const stop = useMutation({ mutationFn: () => stopEmail(token) });
  if (storeName === null) return <InvalidLink />;
  if (stop.isSuccess) {
    return (
      <div role="status">
        <h1 className="sr-only">{t("unsubscribe.submit")}</h1>
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t("unsubscribe.done.title", { store: storeName })}
          text={t("unsubscribe.done.text")}
        />
      </div>
    );
  }
  return (
    <>
      <Heading
        title={t("unsubscribe.title", { store: storeName })}
        purpose={t("unsubscribe.purpose")}
      />
      <RequestFailure error={stop.error} />
      <Button
        variant="primary"
        busy={stop.isPending}
        onClick={() => stop.mutate()}
        size="lg"
        className="w-full"
      >
        <MailX aria-hidden />
        {t("unsubscribe.submit")}
      </Button>
    </>
  );
}

function InvalidLink() {
  const t = useTranslations("wallet");
  return (
    <>
      <h1 className="sr-only">{t("unsubscribe.submit")}</h1>
      <EmptyState
        icon={<MailX aria-hidden />}
        title={t("unsubscribe.invalid.title")}
        text={t("unsubscribe.invalid.text")}
      />
    </>
  );
}

async function stopEmail(token: string): Promise<void> {
  const response = await fetch(`/api/unsubscribe/${encodeURIComponent(token)}`, {
    method: "POST",
  }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null));
}
