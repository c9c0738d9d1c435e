import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { triggerClasses } from "@/components/kit/ui/field";

export type SelectProps = {
  value: string;
  onValueChange: (value: string) => void;
  options: { value: string; label: string }[];
  id?: string;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

/** The lazy-loaded list of `@/components/kit/ui/select`, initially open. */
export default function Select({
  value,
  onValueChange,
  options,
  className,
  ...trigger
}: SelectProps) {
  return (
    <Radix.Root defaultOpen value={value} onValueChange={onValueChange}>
      <Radix.Trigger className={triggerClasses(className)} {...trigger}>
        <Radix.Value />
        <Radix.Icon>
          <ChevronDown className="size-4 text-muted" aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-md bg-surface shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-11 items-center justify-between gap-4 rounded-sm px-2.5 text-base outline-none select-none data-highlighted:bg-hover md:h-8"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check className="size-4 text-accent-text" aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
