import { Command } from "cmdk";
import { CreditCard, History, Layers, type LucideIcon, Search, UserRound } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { type RefObject, useEffect, useState } from "react";
import { useSession } from "@/components/kit/api/session";
import { leaveGuarded } from "@/components/kit/form/unsaved-changes";
import { useRecentPages } from "@/components/kit/list/recent-pages";
import { matches } from "@/components/kit/list/search";
import { Kbd } from "@/components/kit/ui/chip";
import { minSearchChars } from "@/components/portal/search/use-search-term";
import { commandsFor, type Command as Offer } from "./palette-commands";
import { Group, Item, Results } from "./palette-results";
import { useSearchResults } from "./palette-search";

export type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
  /** Text typed while the palette was loading. */
  typedAhead: RefObject<string>;
};

export default function Palette({ open, onOpenChange, onShortcuts, typedAhead }: PaletteProps) {
  const t = useTranslations("shell");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl animate-rise flex-col overflow-hidden rounded-lg bg-surface shadow-float outline-none md:top-[12vh] md:max-h-[70vh]"
        >
          <Radix.Title className="sr-only">{t("palette.title")}</Radix.Title>
          <Content
            close={() => onOpenChange(false)}
            onShortcuts={onShortcuts}
            typedAhead={typedAhead}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Commands that match the text. Matches in the label come before matches in `also`. */
const matchingCommands = (commands: Offer[], typed: string) =>
  commands
    .filter(({ label, also = "" }) => matches(typed, `${label} ${also}`))
    .sort((a, b) => Number(matches(typed, b.label)) - Number(matches(typed, a.label)));

type ContentProps = Pick<PaletteProps, "onShortcuts" | "typedAhead"> & { close: () => void };

function Content({ close, onShortcuts, typedAhead }: ContentProps) {
  const t = useTranslations("shell");
  const session = useSession();
  const router = useRouter();
  const [typed, setTyped] = useState(typedAhead.current);
  useEffect(() => {
    typedAhead.current = "";
  }, [typedAhead]);
  const search = useSearchResults(typed);
  const groups = commandsFor(t, session, onShortcuts)
    .map(({ heading, commands }) => ({ heading, commands: matchingCommands(commands, typed) }))
    .filter(({ commands }) => commands.length > 0);

  const go = (href: string) => {
    close();
    leaveGuarded(() => router.push(href));
  };
  const run = (command: Offer) => {
    if ("href" in command) return go(command.href);
    close();
    command.act();
  };

  return (
    <Command label={t("palette.title")} shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="relative border-b">
        <Search
          className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={t("palette.placeholder")}
          maxLength={320}
          className="h-14 w-full bg-transparent pr-4 pl-11 text-lg outline-none"
        />
      </div>
      <Command.List
        label={t("palette.results")}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
      >
        {typed.trim() === "" && <RecentGroup onGo={go} />}
        {groups.map(({ heading, commands }) => (
          <Group key={heading} heading={heading}>
            {commands.map((command) => (
              <Item
                key={command.label}
                value={command.label}
                icon={command.icon}
                onSelect={() => run(command)}
              >
                <span className="flex-1">{command.label}</span>
                <span className="hidden gap-1 md:flex" aria-hidden>
                  {command.keys?.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              </Item>
            ))}
          </Group>
        ))}
        <Results search={search} onGo={go} />
      </Command.List>
      <SearchStatus search={search} typed={typed} nothingElse={groups.length === 0} />
      <Footer />
    </Command>
  );
}

const recentIcons: Record<string, LucideIcon> = {
  batches: Layers,
  cards: CreditCard,
  customers: UserRound,
};

function RecentGroup({ onGo }: { onGo: (href: string) => void }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const { read } = useRecentPages();
  const [pages] = useState(() => read().filter(({ href }) => href !== pathname));
  if (pages.length === 0) return null;
  return (
    <Group heading={t("palette.recent")}>
      {pages.slice(0, 5).map(({ href, title }) => (
        <Item
          key={href}
          value={`recent ${href}`}
          icon={recentIcons[href.split("/")[1] ?? ""] ?? History}
          onSelect={() => onGo(href)}
        >
          <span className="truncate">{title}</span>
        </Item>
      ))}
    </Group>
  );
}

type SearchStatusProps = {
  search: ReturnType<typeof useSearchResults>;
  typed: string;
  nothingElse: boolean;
};

/** Search status, also announced to screen readers. */
function SearchStatus({ search, typed, nothingElse }: SearchStatusProps) {
  const t = useTranslations("shell");
  const { waiting, error, found } = search;
  const text = typed.trim();
  const isNone =
    !error && nothingElse && Object.values(found).every((results) => results.length === 0);
  const none =
    text.length < minSearchChars
      ? t("search.short", { min: minSearchChars })
      : t("palette.noResults", { text });
  const words = waiting ? t("palette.searching") : isNone ? none : null;
  return (
    <div role="status">{words && <p className="px-4 pb-4 text-sm text-muted">{words}</p>}</div>
  );
}

const footerKeys = { choose: ["↑", "↓"], open: ["↵"], close: ["esc"] } as const;

function Footer() {
  const t = useTranslations("shell");
  return (
    <p className="hidden gap-4 border-t bg-sunken px-4 py-2 text-xs text-muted md:flex">
      {(["choose", "open", "close"] as const).map((act) => (
        <span key={act} className="flex items-center gap-1.5">
          {t.rich(`palette.${act}`, {
            keys: () => footerKeys[act].map((key) => <Kbd key={key}>{key}</Kbd>),
          })}
        </span>
      ))}
    </p>
  );
}
