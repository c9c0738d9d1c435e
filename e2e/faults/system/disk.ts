import { spawnSync } from "node:child_process";
import { rmSync, statfsSync } from "node:fs";
import { makeFolder, type Owner } from "@/lib/db/embedded/embedded-binaries";

/** More than a run needs: only what is used takes memory. */
const SIZE = "4g";
const FILL_EVERY_MS = 20;

/** A folder that is a file system of its own, where this process may mount one. */
export type Disk = {
  canFill: boolean;
  isFull: () => boolean;
  /** Leaves no byte free, until `makeSpace`. Throws if the disk can't be filled. */
  fill: () => void;
  makeSpace: () => void;
  /** Removes the folder and all that is in it. */
  remove: () => void;
};

const mount = (...args: string[]) => spawnSync("mount", args, { stdio: "ignore" }).status === 0;

/** Creates a folder of `owner`, with a file system in memory mounted on it if this process is root and may. */
export function makeDisk(folder: string, owner: Owner): Disk {
  makeFolder(owner, folder);
  const rights = owner ? `,mode=0700,uid=${owner.uid},gid=${owner.gid}` : "";
  const canFill =
    owner !== null && mount("-t", "tmpfs", "-o", `size=${SIZE}${rights}`, "tmpfs", folder);
  let filling: NodeJS.Timeout | undefined;

  const isFull = () => statfsSync(folder).bfree === 0;
  /** Makes the file system as small as its files, which takes no memory. Fails if one of them grows meanwhile. */
  const shrink = () => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    if (bfree > 0) mount("-o", `remount,size=${(blocks - bfree) * bsize}`, folder);
  };
  const makeSpace = () => {
    if (filling) mount("-o", `remount,size=${SIZE}`, folder);
    clearInterval(filling);
    filling = undefined;
  };
  return {
    canFill,
    isFull,
    fill: () => {
      if (!canFill) throw new Error(`${folder} is no file system of its own.`);
      shrink();
      // Files that are deleted would make space again.
      filling ??= setInterval(shrink, FILL_EVERY_MS);
    },
    makeSpace,
    remove: () => {
      clearInterval(filling);
      if (canFill) spawnSync("umount", ["-l", folder], { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
