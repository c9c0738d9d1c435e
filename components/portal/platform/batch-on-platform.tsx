import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { post, type ReplyOf, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite } from "@/components/kit/api/session";
import { useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Progress } from "@/components/kit/ui/progress";
import { Block } from "@/components/kit/ui/section";
import { TextLink } from "@/components/kit/ui/text-link";
import { busyPollMs, differencesHref, type Platform, usePlatform } from "./platform";

const idlePollMs = 15_000;

type Batch = { id: string; currency: string | null; cards: { active: number } };

/** Sync status of a batch's cards in the online shop; renders nothing if no shop is connected. */
export function BatchOnPlatform({ batch }: { batch: Batch }) {
  const platform = usePlatform();
  return platform.data ? <BatchSyncStatus platform={platform.data} batch={batch} /> : null;
}

function BatchSyncStatus({
  platform: { name, currency },
  batch,
}: {
  platform: Platform;
  batch: Batch;
}) {
  const t = useTranslations("platform");
  const { id, cards } = batch;
  const there = useQuery({
    ...readOptions(
      ["platform", "batch", id, cards.active],
      url("/api/portal/platform/batches/{id}", { id }),
    ),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => {
      if (state.error || state.data?.status === "completed") return false;
      return state.data && state.data.underWay > 0 ? busyPollMs : idlePollMs;
    },
  });
  if (!there.data) return null;
  const { status, total } = there.data;
  const isForeign = batch.currency !== null && batch.currency !== currency;
  return (
    <Block
      title={t("sync.title", { shop: name })}
      className="max-w-2xl"
      action={
        total > 0 && status === "completed" && <Chip tone="positive" word={t("batch.created")} />
      }
    >
      {isForeign ? (
        <p className="text-muted">
          {t("batch.otherCurrency", { cardCurrency: batch.currency ?? "", currency })}
        </p>
      ) : total === 0 ? (
        <p className="text-muted">
          {cards.active === 0 ? t("batch.afterActivation") : t("batch.noneMatch", { currency })}
        </p>
      ) : (
        <BatchSyncCounts name={name} there={there.data} />
      )}
    </Block>
  );
}

function BatchSyncCounts({
  name,
  there,
}: {
  name: string;
  there: ReplyOf<"/api/portal/platform/batches/{id}">;
}) {
  const t = useTranslations("platform");
  const { batchId, status, total, provisioned, failed, underWay } = there;
  const mayWrite = useMayWrite();
  const provision = useAction({
    send: () => post(url("/api/v1/batches/{id}/provision", { id: batchId }), {}),
    refresh: [["platform"]],
    failed: useToastError(),
  });
  return (
    <>
      {status !== "completed" && (
        <Progress label={t("batch.progress", { shop: name })} done={provisioned} total={total} />
      )}
      <p aria-live="polite" className="text-muted tabular-nums">
        {status === "completed"
          ? t("batch.done", { total })
          : t("batch.partlyDone", { done: provisioned, total })}
        {underWay > 0 && ` ${t("batch.underWay", { count: underWay })}`}{" "}
        {failed > 0 && (
          <TextLink href={differencesHref("failed")}>
            {t("batch.failed", { count: failed })}
          </TextLink>
        )}
      </p>
      {mayWrite && status !== "completed" && underWay === 0 && (
        <Button
          className="justify-self-start"
          busy={provision.isPending}
          onClick={() => provision.mutate()}
        >
          {t(failed > 0 ? "sync.retry" : "sync.create")}
        </Button>
      )}
    </>
  );
}
