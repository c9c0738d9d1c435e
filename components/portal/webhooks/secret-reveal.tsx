import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { SecretLine } from "@/components/kit/ui/secret-field";
import type { Secrets } from "./types";

type Props = {
  webhookId: string;
  initially?: Secrets | null;
  onShown?: (secrets: Secrets) => void;
};

/** The signing secret behind a button, because each view is recorded in the audit log. */
export function SecretReveal({ webhookId, initially = null, onShown }: Props) {
  const t = useTranslations("webhooks");
  const [shown, setShown] = useState(initially);
  const reveal = usePost(url("/api/portal/webhooks/{id}/secret", { id: webhookId }), {
    refresh: [["webhook", webhookId]],
    done: (secrets) => {
      setShown(secrets);
      onShown?.(secrets);
    },
  });
  if (!shown) {
    return (
      <div className="grid gap-2">
        <Button
          className="justify-self-start"
          busy={reveal.isPending}
          onClick={() => reveal.mutate({})}
        >
          <Eye aria-hidden /> {t("secret.show")}
        </Button>
        <RequestFailure error={reveal.error} />
        {!reveal.error && <p className="text-sm text-muted">{t("secret.warning")}</p>}
      </div>
    );
  }
  const { secret, nextSecret } = shown;
  return (
    <div className="grid gap-3">
      {nextSecret ? (
        <>
          <LabelledSecret label={t("secret.current")} secret={secret} />
          <LabelledSecret label={t("secret.new")} secret={nextSecret} />
        </>
      ) : (
        <SecretLine label={t("secret.title")} secret={secret} />
      )}
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => setShown(null)}
      >
        <EyeOff aria-hidden /> {t("secret.hide")}
      </Button>
    </div>
  );
}

const LabelledSecret = (props: { label: string; secret: string }) => (
  <div className="grid gap-1">
    <span className="text-sm text-muted" aria-hidden>
      {props.label}
    </span>
    <SecretLine {...props} />
  </div>
);
