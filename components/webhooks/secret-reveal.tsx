"use client";

import { Eye, EyeOff } from "lucide-react";
import { ApiError } from "@/components/api";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { controlClasses } from "@/components/ui/input";
import { RequestFailure } from "@/components/ui/request-failure";
import { usePost } from "@/components/use-post";
import type { Secrets } from "./types";

/** The signing secret behind a button, since each look at it stands in the audit log. */
export function SecretReveal({ webhookId }: { webhookId: string }) {
  const reveal = usePost<object, Secrets>(`/api/portal/webhooks/${webhookId}/secret`);
  if (!reveal.data) {
    return (
      <div className="grid gap-2">
        <Button
          className="justify-self-start"
          busy={reveal.isPending}
          onClick={() => reveal.mutate({})}
        >
          <Eye aria-hidden /> Show secret
        </Button>
        {reveal.error instanceof ApiError ? (
          <RequestFailure error={reveal.error} />
        ) : (
          <p className="text-sm text-muted">
            Whoever has it can sign in your store's name. Each look is noted in the audit log.
          </p>
        )}
      </div>
    );
  }
  const { secret, nextSecret } = reveal.data;
  return (
    <div className="grid gap-3">
      <ShownSecret label={nextSecret ? "Secret in force" : "Signing secret"} secret={secret} />
      {nextSecret && <ShownSecret label="Next secret" secret={nextSecret} />}
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={reveal.reset}>
        <EyeOff aria-hidden /> Hide
      </Button>
    </div>
  );
}

const ShownSecret = ({ label, secret }: { label: string; secret: string }) => (
  <div className="grid gap-1">
    <span className="text-sm text-muted" aria-hidden>
      {label}
    </span>
    <div className="flex gap-2">
      <input
        readOnly
        value={secret}
        aria-label={label}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        className={cx(controlClasses, "min-w-0 bg-sunken font-mono md:text-sm")}
      />
      <CopyButton text={secret} what={label.toLowerCase()} withWord className="h-11 md:h-9" />
    </div>
  </div>
);
