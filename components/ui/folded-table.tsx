import { ChevronRight } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { Button } from "./button";
import { cx } from "./cx";
import { Table } from "./table";

/** A table of what is no longer in use, behind a button with `label`. */
export function FoldedTable<Row>({
  label,
  ...table
}: { label: string } & ComponentProps<typeof Table<Row>>) {
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
        {label}
      </Button>
      <div id={id} className="mt-2">
        {open && <Table {...table} />}
      </div>
    </div>
  );
}
