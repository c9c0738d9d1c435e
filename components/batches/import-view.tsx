"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMayWrite } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import type { ImportCheck } from "./batch";
import type { Chosen } from "./import-form";
import { ImportForm } from "./import-form";

const ImportResult = dynamic(async () => (await import("./import-result")).ImportResult);

const parent = { href: "/batches", label: "Batches" };

/** Imports another provider's cards. The whole file is checked before anything is written. */
export function ImportView() {
  const mayWrite = useMayWrite();
  const [checked, setChecked] = useState<{ chosen: Chosen; check: ImportCheck } | null>(null);
  return (
    <>
      <PageHeader
        parent={parent}
        title="Import cards"
        purpose="Bring along the cards of another provider. They keep their codes, so that what customers have in their pockets goes on working."
      />
      {!mayWrite ? (
        <EmptyState
          icon={<Upload aria-hidden />}
          title="Only owners and managers import cards"
          text="Ask one of them, or to be made a manager."
        />
      ) : (
        <>
          <ImportForm hidden={checked !== null} onChecked={setChecked} />
          {checked && <ImportResult {...checked} onBack={() => setChecked(null)} />}
        </>
      )}
    </>
  );
}
