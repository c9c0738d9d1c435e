import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReplyOf, url } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Excerpt } from "./attempt-list";
import type { Webhook } from "./types";
import { formatDuration } from "./words";

/** Mutation that sends a signed test event. A separate hook, because the caller may need the result. */
export const useTest = (webhook: Webhook) =>
  usePost(url("/api/v1/webhooks/{id}/test", webhook), { refresh: [["webhook", webhook.id]] });

type Props = { test: ReturnType<typeof useTest>; primary: boolean };

/** Button that sends a test, with the receiver's last response. */
export function SendTest({ test, primary }: Props) {
  const t = useTranslations("webhooks");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button
        variant={primary ? "primary" : "secondary"}
        className="justify-self-start"
        busy={test.isPending}
        onClick={() => test.mutate({})}
      >
        {test.data || test.error ? t("test.again") : t("test.title")}
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {test.data && !test.isPending && <Outcome result={test.data} />}
      </div>
      <RequestFailure error={test.error} />
    </div>
  );
}

type Result = ReplyOf<"/api/v1/webhooks/{id}/test", "POST">;

function Outcome({ result }: { result: Result }) {
  const t = useTranslations("webhooks");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {result.delivered ? (
        <p className="flex items-start gap-2 text-positive">
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
          {t("test.delivered", {
            status: String(result.httpStatus),
            duration: formatDuration(result.durationMs),
          })}
        </p>
      ) : (
        <p className="flex items-start gap-2 text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {result.error}
        </p>
      )}
      {result.excerpt && <Excerpt text={result.excerpt} />}
    </div>
  );
}
