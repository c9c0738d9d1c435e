"use client";

import { Ban, Download, Ellipsis, FileText, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";

// Forms are heavy: loaded when one is opened.
const ActivateDialog = dynamic(async () => (await import("./activate-dialog")).ActivateDialog);
const VoidDialog = dynamic(async () => (await import("./void-dialog")).VoidDialog);
const ExportDialog = dynamic(async () => (await import("./export-dialog")).ExportDialog);
const SheetsDialog = dynamic(async () => (await import("./sheets-dialog")).SheetsDialog);

type Task = "activate" | "export" | "sheets" | "void";

/** What can be done with a batch while nobody is at work on it. */
export function BatchActions({ batch }: { batch: BatchWithCards }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
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
      {task === "activate" && <ActivateDialog batch={batch} onClose={close} />}
      {task === "export" && <ExportDialog batch={batch} onClose={close} />}
      {task === "sheets" && <SheetsDialog batch={batch} onClose={close} />}
      {task === "void" && <VoidDialog batch={batch} onClose={close} />}
    </>
  );
}
