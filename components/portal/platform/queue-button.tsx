import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { post, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { toast, useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";

type Props = { uuid: string; size?: "sm"; children: ReactNode };

/** Queues a card to be created in the shop, or retries it. Pressing it twice is harmless. */
export function QueueButton({ uuid, size, children }: Props) {
  const t = useTranslations("platform");
  const queue = useAction({
    send: () => post(url("/api/portal/platform/cards/{uuid}", { uuid }), {}),
    refresh: [["platform"]],
    done: () => toast(t("sync.toast")),
    failed: useToastError(),
  });
  return (
    <Button
      size={size}
      className="justify-self-start"
      busy={queue.isPending}
      onClick={() => queue.mutate()}
    >
      {children}
    </Button>
  );
}
