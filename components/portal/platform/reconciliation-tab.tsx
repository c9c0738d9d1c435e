import { ShoppingBag } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { post } from "@/components/kit/api/api";
import { useAction, useRefresh } from "@/components/kit/api/queries";
import { useMayWrite } from "@/components/kit/api/session";
import { useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import { Progress } from "@/components/kit/ui/progress";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { Differences } from "./differences";
import { type Platform, usePlatform } from "./platform";

/** Differences between the online shop and the ledger, with causes and remedies. */
export function ReconciliationTab() {
  const query = usePlatform();
  return (
    <Loaded query={query}>
      {(platform) => (platform ? <Reconciliation platform={platform} /> : <NoShop />)}
    </Loaded>
  );
}

function NoShop() {
  const t = useTranslations("platform");
  return (
    <EmptyState
      icon={<ShoppingBag aria-hidden />}
      title={t("reconciliation.noShop.title")}
      text={t("reconciliation.noShop.text")}
    >
      <Button asChild>
        <Link href="/settings/integrations" prefetch={false}>
          {t("reconciliation.noShop.open")}
        </Link>
      </Button>
    </EmptyState>
  );
}

function Reconciliation({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const link = (text: ReactNode) => <TextLink href="/settings/integrations">{text}</TextLink>;
  return (
    <section aria-label={t("reconciliation.title")} className="grid min-w-0 gap-4">
      <Comparison platform={platform} />
      {platform.status === "failing" && (
        <Notice tone="danger">
          {t.rich("reconciliation.outdated", { shop: platform.name, link })}
        </Notice>
      )}
      <Differences platform={platform} />
    </section>
  );
}

/** Shows when the cards were last compared, starts a new comparison, and shows its progress. */
function Comparison({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const { reconcilingSince, status, compared } = platform;
  const mayWrite = useMayWrite();
  const running = reconcilingSince !== null;
  const refresh = useRefresh();
  const wasRunning = useRef(running);
  useEffect(() => {
    // Refetch the list when a comparison ends.
    if (wasRunning.current && !running) void refresh(["platform"]);
    wasRunning.current = running;
  }, [running, refresh]);
  const compare = useAction({
    send: () => post("/api/portal/platform/reconcile", {}),
    refresh: [["platform"]],
    failed: useToastError(),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid max-w-prose min-w-0 grow gap-2 text-muted">
        {running && compared && compared.total > 0 && (
          <Progress label={t("reconciliation.progress")} {...compared} />
        )}
        <p aria-live="polite" className="tabular-nums">
          <ComparisonStatus platform={platform} />
        </p>
      </div>
      {mayWrite && (
        <Button
          busy={compare.isPending || running}
          disabled={status === "failing"}
          onClick={() => compare.mutate()}
        >
          {t(running ? "reconciliation.comparing" : "reconciliation.compare")}
        </Button>
      )}
    </div>
  );
}

function ComparisonStatus({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const { name: shop, reconciledAt, reconcilingSince, compared } = platform;
  if (reconcilingSince !== null) {
    return compared
      ? t("reconciliation.runningCounted", { shop, ...compared })
      : t("reconciliation.running", { shop });
  }
  return reconciledAt
    ? t.rich("reconciliation.compared", { shop, time: () => <Time at={reconciledAt} /> })
    : t("reconciliation.notCompared", { shop });
}
