import type { ReplyOf } from "@/components/api";
import type { Batch } from "@/components/types";
import type { Tone } from "@/components/ui/chip";

export type ImportCheck = ReplyOf<"/api/portal/batches/import/check", "POST">;

export const batchStates: Record<Batch["status"], { word: string; tone: Tone }> = {
  creating: { word: "Creating", tone: "attention" },
  activating: { word: "Activating", tone: "attention" },
  voiding: { word: "Voiding", tone: "attention" },
  ready: { word: "Ready", tone: "positive" },
};

type Kind = Batch["lastRun"]["kind"];

export const workWords: Record<Kind, { doing: string; done: string; skipped: string }> = {
  create: { doing: "Creating", done: "created", skipped: "were not created" },
  import: { doing: "Importing", done: "imported", skipped: "had a code that was taken meanwhile" },
  activate: { doing: "Activating", done: "activated", skipped: "had been sold or voided before" },
  void: { doing: "Voiding", done: "voided", skipped: "had been sold or voided before" },
};
