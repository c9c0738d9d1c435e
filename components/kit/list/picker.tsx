import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { triggerClasses } from "@/components/kit/ui/field";
import { Popover } from "@/components/kit/ui/popover";
import { useDebounced } from "./search";

export type PickerOption = { value: string; label: string; hint?: string | null | undefined };

type Found = { options: PickerOption[] | undefined; isError: boolean };

type Props = {
  label: string;
  /** The chosen value. */
  value: string | null;
  onChoose: (value: string) => void;
  /** Finds the options for the typed text, once typing has paused. */
  useOptions: (typed: string) => Found;
};

/** Searches for something by its name, and picks it by mouse or keyboard. */
function Picker({ label, value, onChoose, useOptions }: Props) {
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const { options, isError } = useOptions(useDebounced(typed).trim());
  return (
    <Command label={label} shouldFilter={false} loop>
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={setTyped}
        maxLength={254}
        placeholder={label}
        className="h-11 w-full rounded-md border border-control bg-surface px-3 text-lg md:h-9 md:text-base"
      />
      <Command.List
        label={t("filters.options")}
        tabIndex={-1}
        className="mt-2 max-h-64 min-h-10 overflow-y-auto"
        aria-busy={options === undefined && !isError}
      >
        {(options || isError) && (
          <Command.Empty className="px-2.5 py-4 text-center text-muted">
            {isError ? t("errors.unreachable") : t("filters.noMatches")}
          </Command.Empty>
        )}
        {options?.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            onSelect={() => onChoose(option.value)}
            className="flex min-h-10 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 text-base select-none data-[selected=true]:bg-hover md:min-h-8"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.hint && (
                <span className="block truncate text-sm text-muted">{option.hint}</span>
              )}
            </span>
            <Check
              className={cx(
                "size-4 shrink-0 text-accent-text",
                option.value !== value && "invisible",
              )}
              aria-hidden
            />
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

type FieldProps = Omit<Props, "onChoose"> & {
  /** The value in words; null if none is chosen. */
  words: string | null;
  /** The text if none is chosen. */
  any: string;
  /** The label of the search. */
  find: string;
  onChoose: (value: string | null) => void;
};

/** A field that opens a Picker. */
export function PickerField({ label, words, any, find, onChoose, ...picker }: FieldProps) {
  const text = words ?? any;
  return (
    <Popover
      label={label}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${text}`}
          className={triggerClasses(undefined)}
        >
          <span>{text}</span>
          <ChevronDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    >
      {(close) => (
        <Picker
          {...picker}
          label={find}
          onChoose={(value) => {
            close();
            onChoose(value);
          }}
        />
      )}
    </Popover>
  );
}
