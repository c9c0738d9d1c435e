import { Ban, Ellipsis, Pencil, RefreshCw } from "lucide-react";
import type { ApiKey } from "@/components/keys/words";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";
import { hasEnded } from "./words";

export type KeyDeed = "rename" | "roll" | "revoke";

type Props = { apiKey: ApiKey; onDeed: (deed: KeyDeed) => void };

/** What can be done with a key: one that ended can be given another name at most. */
export function KeyActions({ apiKey, onDeed }: Props) {
  const ended = hasEnded(apiKey, new Date());
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onDeed("rename")}>
        <Pencil aria-hidden /> Rename
      </MenuItem>
      {!ended && !apiKey.replacedBy && (
        <MenuItem onSelect={() => onDeed("roll")}>
          <RefreshCw aria-hidden /> Roll
        </MenuItem>
      )}
      {!ended && (
        <>
          <MenuRule />
          <MenuItem onSelect={() => onDeed("revoke")}>
            <Ban aria-hidden /> Revoke
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
