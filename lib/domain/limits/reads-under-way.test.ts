import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { limitReads, MAX_READS_UNDER_WAY, MAX_READS_WAITING } from "./reads-under-way";

/** A store whose reads last until `finish` is called. */
function reader() {
  const principal = { merchantId: newId(), actor: "key:1" };
  const ends: (() => void)[] = [];
  const read = () => limitReads(principal, () => new Promise<void>((end) => ends.push(end)));
  const finish = () => {
    for (const end of ends.splice(0)) end();
  };
  return { read, running: () => ends.length, finish };
}

test("a store has at most 64 reads under way and 256 waiting; the next is refused, and others' aren't", async () => {
  const { read, running, finish } = reader();
  const reads = Array.from({ length: MAX_READS_UNDER_WAY + MAX_READS_WAITING }, read);
  await expect.poll(running).toBe(MAX_READS_UNDER_WAY);
  await expect(read()).rejects.toMatchObject({
    code: "rate_limited",
    options: { headers: { "Retry-After": "1" } },
  });
  const other = reader();
  const elsewhere = other.read();
  other.finish();
  await elsewhere;

  let ended = 0;
  for (const one of reads) void one.then(() => ended++);
  while (ended < reads.length) {
    expect(running()).toBeLessThanOrEqual(MAX_READS_UNDER_WAY);
    finish();
    await new Promise(setImmediate);
  }
  const again = read();
  finish();
  await again;
});

test("a read that fails no longer counts as running", async () => {
  const principal = { merchantId: newId(), actor: "key:1" };
  for (let n = 0; n <= MAX_READS_UNDER_WAY + 1; n++) {
    const failing = limitReads(principal, () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
  }
});
