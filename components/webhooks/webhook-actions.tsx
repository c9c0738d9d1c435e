import { Ellipsis, Pencil, Power, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";
import type { Webhook } from "./types";

// Forms are heavy, so they load when opened.
const load = () => import("./webhook-dialogs");
const dialogs = {
  test: dynamic(async () => (await load()).TestDialog),
  edit: dynamic(async () => (await load()).EditWebhookDialog),
  off: dynamic(async () => (await load()).DisableWebhookDialog),
  delete: dynamic(async () => (await load()).DeleteWebhookDialog),
};

/** A webhook's actions. Switching it back on is part of the recovery guide. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [task, setTask] = useState<keyof typeof dialogs | null>(null);
  const TaskDialog = task && dialogs[task];
  return (
    <>
      {webhook.active && (
        <Button onClick={() => setTask("test")}>
          <Send aria-hidden /> Send test
        </Button>
      )}
      <Button onClick={() => setTask("edit")}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {webhook.active && (
          <>
            <MenuItem onSelect={() => setTask("off")}>
              <Power aria-hidden /> Switch off
            </MenuItem>
            <MenuRule />
          </>
        )}
        <MenuItem onSelect={() => setTask("delete")}>
          <Trash2 aria-hidden /> Delete
        </MenuItem>
      </Menu>
      {TaskDialog && <TaskDialog webhook={webhook} onClose={() => setTask(null)} />}
    </>
  );
}
