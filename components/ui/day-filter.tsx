import { useId } from "react";
import { Input } from "./input";

/** The height of what stands in a row of filters. */
export const compact = "md:h-8 md:text-sm";

type Props = { label: string; value: string | null; onChange: (day: string | null) => void };

/** One end of a filter by days. */
export function DayFilter({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:grid max-md:gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className={`min-w-0 md:w-36 ${compact}`}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </div>
  );
}
