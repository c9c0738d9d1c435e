import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";

const edges = {
  left: {
    drawer: "left-0 w-72 max-w-[85vw] animate-slide bg-canvas",
    header: "shrink-0 pt-2 pr-2 pl-4.5",
    title: "text-sm font-medium text-muted",
    button: { size: "icon" },
    close: "actions.closeMenu",
    body: "",
  },
  right: {
    drawer: "right-0 w-full max-w-lg animate-appear bg-surface",
    header: "gap-4 border-b px-5 py-3 md:px-6",
    title: "text-lg font-semibold",
    button: { size: "icon-sm" },
    close: "actions.close",
    body: "px-5 py-5 md:px-6",
  },
} as const;

export type DrawerProps = { onClose: () => void; title: string; children: ReactNode };

/** The lazy-loaded part of `Panel` and `Sheet` in `@/components/kit/ui/dialog`. */
export default function Drawer({
  edge,
  onClose,
  title,
  children,
}: DrawerProps & { edge: keyof typeof edges }) {
  const t = useTranslations("common");
  const styles = edges[edge];
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 z-50 flex flex-col shadow-float outline-none",
            styles.drawer,
          )}
        >
          <div className={cx("flex items-center justify-between", styles.header)}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" aria-label={t(styles.close)} {...styles.button}>
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          <div className={cx("min-h-0 flex-1 overflow-y-auto", styles.body)}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
