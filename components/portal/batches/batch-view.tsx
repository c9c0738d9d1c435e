"use client";

import { Ban, Download, Ellipsis, Printer, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useRefresh } from "@/components/kit/api/queries";
import { useMayWrite } from "@/components/kit/api/session";
import type { BatchWithCards } from "@/components/kit/api/types";
import { DetailPage } from "@/components/kit/page/detail-page";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Menu, MenuItem } from "@/components/kit/ui/menu";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Progress } from "@/components/kit/ui/progress";
import { BatchOnPlatform } from "@/components/portal/platform/batch-on-platform";
import { batchRefreshKeys, batchState, useBatch } from "./batch";
import { BatchCards } from "./batch-cards";
import { BatchFacts } from "./batch-facts";

function useParent() {
  const t = useTranslations("batches");
  return { href: "/batches", label: t("title") };
}

export function BatchView({ id }: { id: string }) {
  const t = useTranslations("batches");
  const parent = useParent();
  const batch = useBatch(id);
  return (
    <DetailPage query={batch} title={t("details.unnamed")} parent={parent}>
      {(known) => <KnownBatch batch={known} />}
    </DetailPage>
  );
}

function KnownBatch({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const mayWrite = useMayWrite();
  const parent = useParent();
  return (
    <>
      <PageHeader
        parent={parent}
        title={<span className="wrap-anywhere">{batch.name}</span>}
        state={<Chip {...batchState(t, batch.status)} />}
        action={mayWrite && <BatchActions batch={batch} />}
      />
      <RunProgress batch={batch} />
      <BatchFacts batch={batch} />
      {batch.hasGuessableCodes && (
        <div className="max-w-2xl">
          <Notice tone="attention">{t("details.guessable")}</Notice>
        </div>
      )}
      <BatchOnPlatform batch={batch} />
      <BatchCards batch={batch} />
    </>
  );
}

/** The progress of the batch's run. Once it ends, shows how many cards were skipped, if any. */
function RunProgress({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const { kind, status, total, done, skipped } = batch.lastRun;
  const running = status === "running";
  const refresh = useRefresh();
  const wasRunning = useRef(running);
  useEffect(() => {
    // The lists of cards and batches are outdated once the run ends.
    if (wasRunning.current && !running) void refresh(...batchRefreshKeys);
    wasRunning.current = running;
  }, [running, refresh]);

  if (running) {
    const doing = t(`run.${kind}.doing`);
    return (
      <section aria-label={t("run.label")} className="grid max-w-2xl gap-2">
        <Progress label={doing} done={done + skipped} total={total} />
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {t("run.progress", { doing, done: done + skipped, total })}
        </p>
      </section>
    );
  }
  if (skipped === 0) return null;
  return (
    <div className="max-w-2xl">
      <Notice tone="info">{t(`run.${kind}.skipped`, { done, skipped })}</Notice>
    </div>
  );
}

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./batch-dialogs");
const dialogs = {
  activate: dynamic(async () => (await loadDialogs()).ActivateDialog),
  void: dynamic(async () => (await loadDialogs()).VoidDialog),
  export: dynamic(async () => (await loadDialogs()).ExportDialog),
  print: dynamic(async () => (await import("./print-dialog")).PrintDialog),
};

/** Actions on a batch; hidden during a run or if it has no cards. */
function BatchActions({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const [task, setTask] = useState<keyof typeof dialogs | null>(null);
  const OpenDialog = task && dialogs[task];
  if (batch.status !== "ready" || batch.createdCards === 0) return null;
  const unsold = batch.cards.inactive > 0;
  return (
    <>
      <Button onClick={() => setTask("export")}>
        <Download aria-hidden /> {t("actions.export")}
      </Button>
      <Button onClick={() => setTask("print")}>
        <Printer aria-hidden /> {t("actions.print")}
      </Button>
      {unsold && (
        <>
          <Button variant="primary" onClick={() => setTask("activate")}>
            <Zap aria-hidden /> {t("actions.activate")}
          </Button>
          <Menu
            trigger={
              <Button size="icon" aria-label={t("actions.more")}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => setTask("void")}>
              <Ban aria-hidden /> {t("actions.void")}
            </MenuItem>
          </Menu>
        </>
      )}
      {OpenDialog && <OpenDialog batch={batch} onClose={() => setTask(null)} />}
    </>
  );
}
