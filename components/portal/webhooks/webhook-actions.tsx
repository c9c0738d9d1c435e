import { Ellipsis, Pencil, Power, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Menu, MenuItem, MenuRule } from "@/components/kit/ui/menu";
import type { Webhook } from "./types";

// Forms are heavy, so they load when opened.
const WebhookDialog = dynamic(async () => (await import("./webhook-dialogs")).WebhookDialog);

/** A webhook's actions. Switching it back on is part of the recovery guide. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const [task, setTask] = useState<ComponentProps<typeof WebhookDialog>["action"] | null>(null);
  return (
    <>
      {webhook.active && (
        <Button onClick={() => setTask("test")}>
          <Send aria-hidden /> {t("test.button")}
        </Button>
      )}
      <Button onClick={() => setTask("edit")}>
        <Pencil aria-hidden /> {tc("actions.edit")}
      </Button>
      <Menu
        trigger={
          <Button size="icon" aria-label={t("page.moreActions")}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {webhook.active && (
          <>
            <MenuItem onSelect={() => setTask("off")}>
              <Power aria-hidden /> {t("off.turnOff")}
            </MenuItem>
            <MenuRule />
          </>
        )}
        <MenuItem onSelect={() => setTask("delete")}>
          <Trash2 aria-hidden /> {t("delete.button")}
        </MenuItem>
      </Menu>
      {task && <WebhookDialog action={task} webhook={webhook} onClose={() => setTask(null)} />}
    </>
  );
}
