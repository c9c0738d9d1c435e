import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

export type ColumnMenuProps = {
  columns: { id: string; header: string }[];
  hidden: string[];
  onToggle: (id: string) => void;
};

type Props = ColumnMenuProps & { trigger: ReactNode };

/** The lazy-loaded menu of `../column-menu`, initially open. */
const ColumnMenu = ({ columns, hidden, onToggle, trigger }: Props) => (
  <Radix.Root defaultOpen modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 animate-rise rounded-md bg-surface p-1 shadow-float"
      >
        {columns.map(({ id, header }) => (
          <Radix.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onCheckedChange={() => onToggle(id)}
            onSelect={(event) => event.preventDefault()}
            className="flex h-8 cursor-pointer items-center justify-between gap-4 rounded-sm px-2.5 text-base outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-accent-text"
          >
            {header}
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </Radix.CheckboxItem>
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export default ColumnMenu;
