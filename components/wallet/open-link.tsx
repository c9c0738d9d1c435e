"use client";

import { useMutation } from "@tanstack/react-query";
import { LinkIcon, MailX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { openPage, post, refusesField } from "@/components/kit/api/api";
import { takeToken, useLinkToken } from "@/components/kit/api/link-token";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { EmptyState } from "@/components/kit/ui/states";
import { Heading } from "./heading";

/** Uses an emailed link only on a button press, because mail scanners open links. */
export function OpenLink() {
  const t = useTranslations("wallet");
  const token = useLinkToken(takeToken);
  const open = useMutation({
    mutationFn: async () => {
      const { cardUuid } = await post("/api/wallet/open", { token: token ?? "" });
      return openPage(cardUuid ? `/wallet/cards/${cardUuid}` : "/wallet");
    },
  });

  if (token === "" || refusesField(open.error, "token")) return <Gone />;
  return (
    <>
      <Heading title={t("open.title")} purpose={t("open.purpose")} />
      <RequestFailure error={open.error} />
      <Button
        variant="primary"
        disabled={token === null}
        busy={open.isPending}
        onClick={() => open.mutate()}
        size="lg"
        className="w-full"
      >
        <LinkIcon aria-hidden />
        {t("open.submit")}
      </Button>
    </>
  );
}

function Gone() {
  const t = useTranslations("wallet");
  return (
    <>
      <h1 className="sr-only">{t("open.title")}</h1>
      <EmptyState
        icon={<MailX aria-hidden />}
        title={t("open.gone.title")}
        text={t("open.gone.text")}
      >
        <Button asChild variant="primary" size="lg">
          <Link href="/wallet/sign-in">{t("open.gone.newLink")}</Link>
        </Button>
      </EmptyState>
    </>
  );
}
