import { useTranslations } from "next-intl";
import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Dialog } from "@/components/kit/ui/dialog";
import type { PaletteProps } from "./palette";

type Props = Omit<PaletteProps, "typedAhead">;

// Lazy-loaded, so it adds nothing to the page's initial load.
const load = (): Promise<{ default: ComponentType<PaletteProps> }> =>
  import("./palette").catch(() => ({ default: Unavailable }));
const Palette = lazy(load);

/** Preloads the palette when the user is likely to open it. */
export const preloadPalette = () => void load();

/** Opens the palette, and keeps what is typed while it loads. */
export function PaletteEntry(props: Props) {
  const typedAhead = useRef("");
  return (
    <Suspense fallback={<TypeAhead onType={(letter) => (typedAhead.current += letter)} />}>
      <Palette {...props} typedAhead={typedAhead} />
    </Suspense>
  );
}

function TypeAhead({ onType }: { onType: (letter: string) => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      onType(event.key);
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onType]);
  return null;
}

function Unavailable({ open, onOpenChange }: PaletteProps) {
  const t = useTranslations("shell");
  return (
    open && (
      <Dialog onClose={() => onOpenChange(false)} title={t("palette.unavailable.title")}>
        <p>{t("palette.unavailable.text")}</p>
      </Dialog>
    )
  );
}
