import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Popover } from "radix-ui";
import { useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { triggerClasses } from "@/components/kit/ui/field";
import type { SelectProps } from "./select";

export type ComboboxProps = Omit<SelectProps, "options"> & {
  options: { value: string; label: string; hint?: string }[];
};

/** The lazy-loaded combobox of `@/components/kit/ui/select`, initially open. */
export default function Combobox({
  value,
  onValueChange,
  options,
  className,
  ...trigger
}: ComboboxProps) {
  const t = useTranslations("common");
  const [open, setOpen] = useState(true);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        role="combobox"
        aria-expanded={open}
        className={triggerClasses(className)}
        {...trigger}
      >
        <span>{chosen?.label ?? value}</span>
        <ChevronDown className="size-4 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t("filters.options")}
          className="z-50 w-(--radix-popover-trigger-width) min-w-64 animate-rise rounded-md bg-surface shadow-float outline-none"
        >
          <Choices
            value={value}
            options={options}
            onChoose={(next) => {
              setOpen(false);
              onValueChange(next);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type ChoicesProps = {
  value: string;
  options: ComboboxProps["options"];
  onChoose: (value: string) => void;
};

const Choices = ({ value, options, onChoose }: ChoicesProps) => {
  const t = useTranslations("common");
  return (
    <Command label={t("filters.search")} filter={matchScore} defaultValue={value}>
      <Command.Input
        autoFocus
        placeholder={t("filters.search")}
        className="h-11 w-full border-b border-line bg-transparent px-3 text-lg outline-none md:h-9 md:text-base"
      />
      <Command.List
        label={t("filters.options")}
        tabIndex={-1}
        className="max-h-72 overflow-y-auto p-1"
      >
        <Command.Empty className="px-2.5 py-4 text-center text-muted">
          {t("filters.noMatches")}
        </Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label, option.hint ?? ""]}
            onSelect={() => onChoose(option.value)}
            className="flex h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-base select-none data-[selected=true]:bg-hover md:h-8"
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.hint && <span className="text-sm text-muted tabular-nums">{option.hint}</span>}
            <Check
              className={cx("size-4 text-accent-text", option.value !== value && "invisible")}
              aria-hidden
            />
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
};

/**
 * Matches if every typed word appears in the label; matches at the start of words rank first. A
 * fuzzy match would offer Abidjan for "Dijon".
 */
function matchScore(_value: string, search: string, labels: string[] = []): number {
  const text = ` ${labels.join(" ").toLowerCase().replaceAll(/[_/(]/g, " ")}`;
  const words = search
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  if (words.every((word) => text.includes(` ${word}`))) return 1;
  return words.every((word) => text.includes(word)) ? 0.5 : 0;
}
