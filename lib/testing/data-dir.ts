import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Whether /dev/shm has space for test databases and for the shared memory of browsers. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

/**
 * Creates a folder for a temporary Postgres, in memory if there is space: a database has about a thousand
 * files, and creating and deleting them on disk takes ten times as long.
 */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), "scrip-test-"));
  // If this is root, Postgres runs as another user, which needs to reach its folder.
  chmodSync(dataDir, 0o711);
  return dataDir;
}
