import { expect, test } from "vitest";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { poolOf } from "@/lib/testing/pools";
import { keepBucketNode, type NodeAddress, urlOfNode } from "./bucket-node";
import { pg } from "./client";
import type { Pool } from "./pool";

test.each([
  ["postgres://app@{node}/scrip", "postgres://app@10.0.0.21:5433/scrip"],
  ["postgres://app@{node}:6432/scrip_{bucket}", "postgres://app@10.0.0.21:6432/scrip_{bucket}"],
])("the URL %s leads to a node at %s", (url, expected) => {
  expect(urlOfNode(url, { host: "10.0.0.21", port: 5433 })).toBe(expected);
});

test("closing waits for a call that is still running on a bucket's former node", async () => {
  let address: NodeAddress = { host: "10.0.0.21", port: 5432 };
  const coordinator = (() => Promise.resolve([address])) as unknown as Pool;
  const node = keepBucketNode("bucket_2", coordinator, () => {
    const pool = poolOf(1);
    return { main: pool, ledger: pool };
  });
  await node.find();
  const sql = ownConnection();
  await sql`begin`;
  await sql`select pg_advisory_xact_lock(1)`;
  const ended: string[] = [];
  const call = Promise.resolve(node.pools()?.main.unsafe("select pg_advisory_xact_lock(1)")).then(
    () => ended.push("call"),
  );
  await waitForLocks(1);
  address = { ...address, host: "10.0.0.22" };
  await node.find();

  const closing = node.end(5_000).then(() => ended.push("closing"));
  await pg()`select`;
  await sql`commit`;
  await Promise.all([call, closing]);
  expect(ended).toEqual(["call", "closing"]);
});
