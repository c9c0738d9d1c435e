"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { ApiKey } from "@/components/keys/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { type Column, Table } from "@/components/ui/table";

type Props = { keys: ApiKey[]; columns: Column<ApiKey>[] };

/** The keys that work no longer, folded away. */
export function EndedKeys({ keys, columns }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={cx("transition-transform", open && "rotate-90")} aria-hidden />
        {keys.length === 1
          ? "1 key that works no longer"
          : `${keys.length} keys that work no longer`}
      </Button>
      <div id={id} className="mt-2">
        {open && (
          <Table
            caption="Keys that work no longer"
            columns={columns}
            rows={keys}
            rowId={(key) => key.id}
          />
        )}
      </div>
    </div>
  );
}
