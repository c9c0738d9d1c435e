import { useTranslations } from "next-intl";
import { type ComponentType, type KeyboardEvent, useState } from "react";
import { toast } from "@/components/kit/page/toast";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const openingKeys = ["ArrowDown", "ArrowUp"];

/**
 * Lazy-loads a control that opens, such as a menu. Spread `approach` on the closed control: hover
 * or focus starts loading, a click opens it. After that, `Loaded` replaces it and opens on mount.
 */
export function useLazy<Props>(load: Load<Props>) {
  const t = useTranslations("common");
  const [loaded, setLoaded] = useState<{ Loaded: ComponentType<Props> } | null>(null);
  const open = () =>
    void load().then(
      (module) => setLoaded({ Loaded: module.default }),
      () => toast(t("errors.unreachable")),
    );
  const prepare = () => void load().catch(() => {});
  return {
    Loaded: loaded?.Loaded ?? null,
    approach: {
      "aria-expanded": false,
      "data-state": "closed",
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: open,
      onKeyDown: (event: KeyboardEvent) => {
        if (!openingKeys.includes(event.key)) return;
        event.preventDefault();
        open();
      },
    } as const,
  };
}
