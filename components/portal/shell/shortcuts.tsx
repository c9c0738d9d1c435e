import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { leaveGuarded } from "@/components/kit/form/unsaved-changes";
import { Kbd } from "@/components/kit/ui/chip";
import { Dialog } from "@/components/kit/ui/dialog";
import { destinations, openInNewTab } from "./navigation";
import { preloadPalette } from "./palette-entry";

const subscribeToNothing = () => () => {};
const appleKeys = ["⌘", "K"];
const otherKeys = ["Ctrl", "K"];

/** The keyboard shortcut for the palette, as labeled on this machine's keyboard. */
export const usePaletteShortcutLabel = (): readonly string[] =>
  useSyncExternalStore(
    subscribeToNothing,
    () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? appleKeys : otherKeys),
    () => otherKeys,
  );

const chordMs = 1_200;

type Acts = { showList: () => void; showPalette: () => void };

/**
 * Global shortcuts: ⌘K opens the palette, `g` and a letter go to a page, `/` to the search, `?`
 * lists them.
 */
export function useShortcuts({ showList, showPalette }: Acts) {
  const router = useRouter();
  useEffect(() => {
    let chordUntilMs = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isDialogOpen()) return;
      if (event.key === "Control" || event.key === "Meta") preloadPalette();
      if (isPaletteKey(event)) {
        // Browsers use this shortcut too.
        event.preventDefault();
        showPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || handlesKeys(event.target)) return;
      const inChord = Date.now() < chordUntilMs;
      chordUntilMs = event.key === "g" ? Date.now() + chordMs : 0;
      if (inChord) {
        const destination = destinations.find(({ keys }) => keys[1] === event.key);
        if (destination?.newTab) openInNewTab(destination.href);
        else if (destination) leaveGuarded(() => router.push(destination.href));
      } else if (event.key === "/") {
        event.preventDefault();
        focusSearch(() => leaveGuarded(() => router.push("/cards#search")));
      } else if (event.key === "?") {
        showList();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, showList, showPalette]);
}

const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && metaKey !== ctrlKey && !altKey && !shiftKey;

function focusSearch(orElse: () => void) {
  const search = document.querySelector<HTMLElement>("[data-search]");
  if (!search) orElse();
  // A button opens the search of a list.
  else if (search instanceof HTMLButtonElement) search.click();
  else search.focus();
}

/** True if a dialog is open. It handles all keys, even if the focus is elsewhere. */
const isDialogOpen = () =>
  document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]") !==
  null;

/** Inputs that nobody types into. */
const untypedInputs = "[type=checkbox], [type=radio], [type=file]";

/** Whether a field or menu has the focus, which handles keys itself. */
const handlesKeys = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(`input:not(${untypedInputs}), textarea, select, [role=menu], [role=listbox]`) !==
      null);

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell");
  const paletteKeys = usePaletteShortcutLabel();
  return (
    <Dialog onClose={onClose} title={t("shortcuts.title")}>
      <div className="grid gap-6">
        <Group title={t("shortcuts.general")}>
          <Line words={t("shortcuts.palette")} keys={paletteKeys} together />
          <Line words={t("shortcuts.search")} keys={["/"]} />
          <Line words={t("shortcuts.list")} keys={["?"]} />
          <Line words={t("shortcuts.closeDialog")} keys={["Esc"]} />
        </Group>
        <Group title={t("shortcuts.goTo")}>
          {destinations.map(({ href, name, keys }) => (
            <Line key={href} words={t(`nav.${name}`)} keys={keys} />
          ))}
        </Group>
      </div>
    </Dialog>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
    <dl className="divide-y border-y">{children}</dl>
  </section>
);

type LineProps = { words: string; keys: readonly string[]; together?: true };

function Line({ words, keys, together }: LineProps) {
  const t = useTranslations("shell");
  return (
    <div className="flex h-10 items-center justify-between gap-4">
      <dt>{words}</dt>
      <dd className="flex items-center gap-1">
        {keys.map((key, index) => (
          <span key={key} className="flex items-center gap-1">
            {index > 0 && !together && (
              <span className="text-sm text-muted">{t("shortcuts.chord")}</span>
            )}
            <Kbd>{key}</Kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}
