"use client";

import { Ban, Download, Ellipsis, FileText, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { cardTypeWords } from "@/components/cards/words";
import { DetailPage } from "@/components/detail-page";
import { formatMoney } from "@/components/money";
import { countOf, formatNumber } from "@/components/numbers";
import { BatchOnPlatform } from "@/components/platform/batch-on-platform";
import { useRefresh } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Fact, Facts } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Progress } from "@/components/ui/progress";
import { batchRefreshKeys, batchStates, runWords, useBatch } from "./batch";
import { BatchCards } from "./batch-cards";

const parent = { href: "/batches", label: "Batches" };

export function BatchView({ id }: { id: string }) {
  const batch = useBatch(id);
  return (
    <DetailPage query={batch} title="Batch" parent={parent}>
      {(known) => <KnownBatch batch={known} />}
    </DetailPage>
  );
}

function KnownBatch({ batch }: { batch: BatchWithCards }) {
  const mayWrite = useMayWrite();
  return (
    <>
      <PageHeader
        parent={parent}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{batch.name}</span>
            <Chip {...batchStates[batch.status]} />
          </span>
        }
        action={mayWrite && <BatchActions batch={batch} />}
      />
      <RunProgress batch={batch} />
      <BatchFacts batch={batch} />
      {batch.hasGuessableCodes && (
        <div className="max-w-2xl">
          <Notice tone="attention">
            These codes are easy to guess. On the balance page, only cards with a PIN work, and only
            with it.
          </Notice>
        </div>
      )}
      <BatchOnPlatform batch={batch} />
      <BatchCards batch={batch} />
    </>
  );
}

function BatchFacts({ batch }: { batch: BatchWithCards }) {
  const { amountCents, currency, source } = batch;
  return (
    <section aria-label="About this batch" className="max-w-2xl">
      <Facts>
        <Fact name="Cards">
          <span className="tabular-nums">
            {formatNumber(batch.createdCards)}
            {batch.createdCards < batch.quantity && ` of ${formatNumber(batch.quantity)}`}
          </span>
        </Fact>
        <Fact name="On each card">
          {source === "import"
            ? "What the file said"
            : amountCents !== null && currency
              ? `${formatMoney(amountCents, currency)} once activated`
              : "Set at activation"}
        </Fact>
        <Fact name="Currency">{currency ?? "Several"}</Fact>
        <Fact name="Type">{cardTypeWords[batch.cardType]}</Fact>
        <Fact name={source === "import" ? "Imported" : "Created"}>
          <Time at={batch.createdAt} />
        </Fact>
      </Facts>
    </section>
  );
}

/** The progress of the batch's run. Once it ends, shows how many cards were skipped, if any. */
function RunProgress({ batch }: { batch: BatchWithCards }) {
  const { kind, status, total, done, skipped } = batch.lastRun;
  const running = status === "running";
  const refresh = useRefresh();
  const wasRunning = useRef(running);
  useEffect(() => {
    // The lists of cards and batches are outdated once the run ends.
    if (wasRunning.current && !running) void refresh(...batchRefreshKeys);
    wasRunning.current = running;
  }, [running, refresh]);

  const words = runWords[kind];
  if (running) {
    return (
      <section aria-label="Work under way" className="grid max-w-2xl gap-2">
        <Progress label={`${words.doing} cards`} done={done + skipped} total={total} />
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {words.doing} cards: {formatNumber(done + skipped)} of {formatNumber(total)}. It goes on
          when you leave this page.
        </p>
      </section>
    );
  }
  if (skipped === 0) return null;
  return (
    <div className="max-w-2xl">
      <Notice tone="info">
        {countOf(done, "card")} {words.done}. {formatNumber(skipped)} {words.skipped} and stayed as
        they were.
      </Notice>
    </div>
  );
}

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./batch-dialogs");
const dialogs = {
  activate: dynamic(async () => (await loadDialogs()).ActivateDialog),
  void: dynamic(async () => (await loadDialogs()).VoidDialog),
  export: dynamic(async () => (await loadDialogs()).ExportDialog),
  sheets: dynamic(async () => (await loadDialogs()).SheetsDialog),
};

/** Actions on a batch; hidden during a run or if it has no cards. */
function BatchActions({ batch }: { batch: BatchWithCards }) {
  const [task, setTask] = useState<keyof typeof dialogs | null>(null);
  const OpenDialog = task && dialogs[task];
  if (batch.status !== "ready" || batch.createdCards === 0) return null;
  const unsold = batch.cards.inactive > 0;
  return (
    <>
      <Button onClick={() => setTask("export")}>
        <Download aria-hidden /> Export codes
      </Button>
      {unsold && (
        <Button variant="primary" onClick={() => setTask("activate")}>
          <Zap aria-hidden /> Activate
        </Button>
      )}
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setTask("sheets")}>
          <FileText aria-hidden /> Print sheets
        </MenuItem>
        {unsold && (
          <>
            <MenuRule />
            <MenuItem onSelect={() => setTask("void")}>
              <Ban aria-hidden /> Void unsold cards
            </MenuItem>
          </>
        )}
      </Menu>
      {OpenDialog && <OpenDialog batch={batch} onClose={() => setTask(null)} />}
    </>
  );
}
