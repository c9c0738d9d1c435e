"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { refusesField } from "@/components/kit/api/api";
import { useLinkToken } from "@/components/kit/api/link-token";
import { usePost } from "@/components/kit/api/queries";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { AuthLink, AuthMessage } from "./auth-form";

/** Confirms the email address that the link was emailed to, on click rather than on load. */
export function ConfirmAddress() {
  const t = useTranslations("auth");
  const token = useLinkToken();
  const next = { href: "/overview", label: t("confirm.next") };
  // A new email is confirmed by the person who is signed in.
  const isChange = useSearchParams().has("change");
  const confirmFirst = usePost("/api/portal/address/confirm", { refresh: [] });
  const confirmChange = usePost("/api/portal/account/email/confirm", { refresh: [] });
  const confirm = isChange ? confirmChange : confirmFirst;
  if (confirm.isSuccess) {
    return (
      <AuthMessage title={t("confirm.done.title")} text={t("confirm.done.text")} next={next} />
    );
  }
  if (token === "" || refusesField(confirm.error, "token")) {
    return (
      <AuthMessage title={t("linkGone")} text={t("confirm.expired")} next={next}>
        <p className="mt-6 text-muted">
          {t.rich("confirm.notConfirmed", {
            link: (text) => <AuthLink href="/forgot-password">{text}</AuthLink>,
          })}
        </p>
      </AuthMessage>
    );
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("confirm.title")}</h1>
      <p className="mt-1 text-muted">
        {t.rich("confirm.purpose", {
          link: (text) => <AuthLink href="/forgot-password">{text}</AuthLink>,
        })}
      </p>
      <div className="mt-8 grid gap-5">
        <RequestFailure error={confirm.error} />
        <Button
          variant="primary"
          className="w-full"
          disabled={token === null}
          busy={confirm.isPending}
          onClick={() => token && confirm.mutate({ token })}
        >
          {t("confirm.submit")}
        </Button>
      </div>
    </>
  );
}
