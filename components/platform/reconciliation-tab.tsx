import { ShoppingBag } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { post } from "@/components/api";
import { formatNumber } from "@/components/numbers";
import { useAction, useRefresh } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { useToastError } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { EmptyState, Loaded } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
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

const NoShop = () => (
  <EmptyState
    icon={<ShoppingBag aria-hidden />}
    title="No online shop is connected"
    text="Once there is one, its gift cards are compared with your cards every day, and each difference stands here with its cause."
  >
    <Button asChild>
      <Link href="/settings/integrations">Go to integrations</Link>
    </Button>
  </EmptyState>
);

const Reconciliation = ({ platform }: { platform: Platform }) => (
  <section aria-label="Reconciliation" className="grid min-w-0 gap-4">
    <Comparison platform={platform} />
    {platform.status === "failing" && (
      <Notice tone="danger">
        {platform.name} refuses every request, so this may be out of date. See{" "}
        <TextLink href="/settings/integrations">Integrations</TextLink>.
      </Notice>
    )}
    <Differences platform={platform} />
  </section>
);

/** Shows when the cards were last compared, starts a new comparison, and shows its progress. */
function Comparison({ platform }: { platform: Platform }) {
  const { name, reconciledAt, reconcilingSince, status, compared } = platform;
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
          <Progress label="Comparing cards" {...compared} />
        )}
        <p aria-live="polite" className="tabular-nums">
          {running ? (
            <>
              Comparing cards with {name}
              {compared && `: ${formatNumber(compared.done)} of ${formatNumber(compared.total)}`}.
              It goes on when you leave this page.
            </>
          ) : reconciledAt ? (
            <>
              All cards were compared with {name} <Time at={reconciledAt} />. That is done every
              day.
            </>
          ) : (
            <>Cards are compared with {name} every day. The first comparison is still to come.</>
          )}
        </p>
      </div>
      {mayWrite && (
        <Button
          busy={compare.isPending || running}
          disabled={status === "failing"}
          onClick={() => compare.mutate()}
        >
          {running ? "Comparing" : "Compare now"}
        </Button>
      )}
    </div>
  );
}
