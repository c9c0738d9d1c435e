import { setImmediate as nextTurn } from "node:timers/promises";
import { codeOf } from "@/lib/base/errors";
import { outsideTraces } from "@/lib/base/observe/trace";
import { schemaOfBucket } from "./buckets";
import { isConnectionCode, noteUnusableNode } from "./outage";
import type { Pool } from "./pool";

/** If the bucket has moved, its former node forwards calls for this long. */
const ADDRESS_KEPT_MS = 5_000;
/** If the node doesn't respond, the coordinator forwards calls for this long before the next try. */
const LOST_NODE_RETRY_MS = 1_000;
/** How long queries that run on a former node have to end. */
/** Longer than a call that waits for a connection and then for its result. */
const CLOSE_TIMEOUT_MS = 10_000;

export type NodeAddress = { host: string; port: number };
export type NodePools = { main: Pool; ledger: Pool };

/** Direct connections to the node of Citus that has a bucket. */
export type BucketNode = {
  /** The connections; null while the node isn't known or doesn't respond. Starts a check of the node if it's due. */
  pools: () => NodePools | null;
  /** All connections, for metrics. */
  all: () => Pool[];
  /**
   * Asks the coordinator for the node, and connects to it. Throws connection errors, and what is wrong with
   * DATABASE_NODE_URL.
   */
  find: () => Promise<void>;
  /** Closes all connections when running queries are done, or after `timeoutMs`. */
  end: (timeoutMs: number) => Promise<void>;
};

const NODE = "{node}";

/** DATABASE_NODE_URL for a node. It has the node's own port, unless the URL has one. */
export const urlOfNode = (url: string, { host, port }: NodeAddress): string =>
  url.replaceAll(`${NODE}:`, `${host}:`).replaceAll(NODE, `${host}:${port}`);

const poolsOf = ({ main, ledger }: NodePools): Pool[] => [...new Set([main, ledger])];

const endAll = async (pools: NodePools, timeoutMs: number) =>
  void (await Promise.all(poolsOf(pools).map((pool) => pool.end(timeoutMs))));

/**
 * Keeps connections to the node that has `bucket`, as `coordinator` says. `open` opens them, and gets a function to call
 * when one of them breaks. An address that is out of date does no harm: every node knows where each bucket is.
 */
export function keepBucketNode(
  bucket: string,
  coordinator: Pool,
  open: (address: NodeAddress, onBroken: () => void) => NodePools,
): BucketNode {
  let opened: { address: NodeAddress; pools: NodePools } | null = null;
  let isUp = false;
  let isClosed = false;
  let checkedAtMs = -Infinity;
  let finding: Promise<void> | null = null;
  /** Ends when the connections to former nodes are closed. */
  let closing: Promise<unknown> = Promise.resolve();

  async function readAddress(): Promise<NodeAddress> {
    const [row] = await coordinator<NodeAddress[]>`select nodename as host, nodeport as port
      from pg_dist_node join pg_dist_placement using (groupid) join pg_dist_shard using (shardid)
      where noderole = 'primary' and logicalrelid = ${`${schemaOfBucket(bucket)}.cards`}::regclass`;
    if (!row) throw new Error(`No node has ${bucket}.`);
    return row;
  }

  /** Connects to another node. Calls that have just been given a connection to the former one are still sent. */
  function switchTo(address: NodeAddress): NodePools {
    const former = opened?.pools;
    if (former)
      closing = Promise.all([closing, nextTurn().then(() => endAll(former, CLOSE_TIMEOUT_MS))]);
    isUp = false;
    const pools = open(address, () => {
      if (opened?.pools === pools) isUp = false;
    });
    opened = { address, pools };
    return pools;
  }

  async function findNow(): Promise<void> {
    const current = opened;
    const address = await readAddress().catch((error) => {
      // Without the coordinator, the node can still be where it was.
      if (current && isConnectionCode(codeOf(error))) return current.address;
      throw error;
    });
    if (isClosed) return;
    const isSame = current?.address.host === address.host && current.address.port === address.port;
    if (isSame && isUp) return;
    const pools = isSame ? current.pools : switchTo(address);
    await pools.ledger`select`;
    isUp = !isClosed;
  }

  function find(): Promise<void> {
    finding ??= outsideTraces(findNow).finally(() => {
      finding = null;
      checkedAtMs = performance.now();
    });
    return finding;
  }

  function pools(): NodePools | null {
    const keptMs = isUp ? ADDRESS_KEPT_MS : LOST_NODE_RETRY_MS;
    if (!finding && performance.now() - checkedAtMs >= keptMs)
      find().catch((error) => {
        // Lost connections are in the log already.
        if (!isConnectionCode(codeOf(error))) noteUnusableNode(error);
      });
    return isUp && opened ? opened.pools : null;
  }

  return {
    pools,
    all: () => (opened ? poolsOf(opened.pools) : []),
    find,
    end: async (timeoutMs) => {
      isClosed = true;
      isUp = false;
      await Promise.all([closing, opened && endAll(opened.pools, timeoutMs)]);
    },
  };
}
