import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Whether files in memory have room for test databases and for what browsers share. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

/**
 * A folder for a Postgres that is thrown away, in memory where that has room: each database is some
 * thousand files, which a disk takes ten times as long to make and to remove.
 */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), "scrip-test-"));
  // As root, Postgres runs as another account, which has to get through to its own folder.
  chmodSync(dataDir, 0o711);
  return dataDir;
}
