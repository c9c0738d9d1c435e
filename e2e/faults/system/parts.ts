/** The parts of a running system that faults act on, and what each can do. */
import type { Email } from "postal-mime";
import type { Sql } from "postgres";
import type { CitusCluster } from "@/lib/testing/citus-cluster";
import type { Release } from "../../support/releases";

/** What passes between two parts. Both directions: `toServer` and `toClient`. */
export type Direction = "toServer" | "toClient";

/** A TCP proxy between two parts. */
export type Link = {
  /** `one > pgbouncer` */
  name: string;
  port: number;
  /** Sends new connections to this port, and ends those to the former one if `endOld`. */
  retarget: (port: number, endOld?: boolean) => void;
  /** Number of open connections. */
  open: () => number;
  /** Ends every open connection after so many more bytes in a direction (0: now), with a reset. */
  cutAfter: (direction: Direction, bytes: number) => void;
  /** Ends every new connection after so many bytes in a direction, until it is null. */
  cutNewAfter: (direction: Direction, bytes: number | null) => void;
  /**
   * Swallows a chunk that one side sends, and then ends the connection with a reset: the reply is lost after the commit.
   * `afterChunks` chooses for each connection, also new ones, how many chunks pass before, by default none.
   */
  losing: (direction: Direction | null, afterChunks?: () => number) => void;
  /** Delays each chunk by so many ms. */
  delaying: (ms: number) => void;
  /** Passes nothing on in either direction and accepts without connecting: half-open. Closed connections stay open. */
  halfOpen: (on: boolean) => void;
  /** Refuses new connections and ends all. */
  refusing: (on: boolean) => void;
  close: () => Promise<void>;
};

/**
 * The pair of Postgres servers: a primary, and a standby with synchronous replication. On Citus, the coordinator is the
 * primary, and there is no standby.
 */
export type Database = {
  /** What instances and the `scrip` command need to use it. */
  variables: Record<string, string>;
  /** A direct connection as the owner to the current primary, through no proxy, for checks. Opened again after a change. */
  admin: () => Sql;
  /** Like `admin`, for each bucket of the database. */
  buckets: () => Sql[];
  /** The owner's URL of the current primary, through no proxy, for migrations and the `scrip` command. */
  ownerUrl: () => string;
  /** The app's URL of the current primary, through no proxy. */
  appUrl: () => string;
  /** The port of the current primary. */
  port: () => number;
  /** Kills the postmaster and every backend with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts the current primary again. Resolves when it accepts connections. */
  start: () => Promise<void>;
  /** Stops (SIGSTOP) or continues every process of the current primary. */
  freeze: (on: boolean) => void;
  /** Fills the disk of the current primary until no byte is left, or makes space again. */
  fillDisk: (on: boolean) => Promise<void>;
  /** Whether the disk can be filled: it needs a file system of its own. */
  canFillDisk: boolean;
  /**
   * Promotes the standby. `fence` kills the old primary first. Resolves when the new one accepts writes: `port()` and the
   * URLs are then those of the new primary. If not fenced, the old primary runs on and still takes connections.
   */
  failOver: (options: { fence: boolean }) => Promise<void>;
  /** Ends the old primary if it runs, and makes it a synchronous standby of the new one. */
  rebuildStandby: () => Promise<void>;
  /** Kills every process of the standby with SIGKILL. Commits wait until it is back. */
  killStandby: () => Promise<void>;
  /** Starts the standby again. Resolves when it has what the primary has committed. */
  startStandby: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Bouncer = {
  port: number;
  kill: () => Promise<void>;
  /** Starts it again on the same port. Resolves when it accepts connections. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** An instance of the service under a supervisor that the faults control. */
export type Instance = {
  name: string;
  /** Where clients reach it: the port of its front proxy. */
  url: string;
  pid: () => number;
  isRunning: () => boolean;
  /** Starts it, with this release's programs by default. Resolves when it listens. */
  start: (release?: { folder: string; server: string }) => Promise<void>;
  /** Sends a signal. For SIGTERM and SIGKILL, resolves when the process has ended, with its exit code. */
  signal: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Moves the clock of the process, now and after each start. */
  shiftClock: (ms: number) => void;
  stop: () => Promise<void>;
};

export type Mood = "fine" | "hanging" | "lying" | "flapping" | "failing";

/** A webhook endpoint of stores. */
export type FaultyReceiver = {
  name: string;
  /** Further webhooks can use any path below it, such as `<url>/2`. */
  url: string;
  setMood: (mood: Mood) => void;
  /** Checks and records the requests to this path from now on. */
  expectSecret: (path: string, secret: string, webhookId: string) => void;
  stop: () => Promise<void>;
};

export type ShopMood = "fine" | "throttling" | "losing replies" | "late" | "away";

/** An online shop of a store, with Scrip's protocol for own shops. */
export type FaultyShop = {
  name: string;
  address: string;
  token: string;
  setMood: (mood: ShopMood) => void;
  cards: () => { cardId: string | null; balanceCents: number; enabled: boolean }[];
  stop: () => Promise<void>;
};

export type Mailbox = {
  /**
   * Takes the newest mail to this address whose subject matches, and drops older ones. Waits up to `timeoutMs` (30 s by
   * default), then throws.
   */
  waitForMail: (to: string, subject: RegExp, timeoutMs?: number) => Promise<Email>;
};

/** Runs the `scrip` command on the current primary. Returns the JSON that it prints; throws if it fails. */
export type Scrip = (...words: string[]) => Promise<ReturnType<typeof JSON.parse>>;

export type System = {
  database: Database;
  /** The nodes of the database on Citus, otherwise null. */
  cluster: CitusCluster | null;
  /** Null on Citus. */
  bouncer: Bouncer | null;
  instances: Instance[];
  proxies: Link[];
  receivers: FaultyReceiver[];
  shop: FaultyShop;
  mail: Mailbox;
  scrip: Scrip;
  /** Migrates the current primary with a release's `scrip` command. */
  migrate: (release: Release) => Promise<void>;
  /** Runs `scrip ledger verify` on the current primary. */
  verify: () => Promise<{ ok: boolean; problems: unknown[] }>;
  /** Writes a sample of each running instance to the history. */
  sample: () => void;
  /** Changes which Postgres the address behind PgBouncer leads to. */
  pointToPrimary: (options?: { endOld?: boolean }) => void;
  stop: () => Promise<void>;
};
