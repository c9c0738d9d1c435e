import { type CallName, requestOf } from "./calls";
import type { Till } from "./tills";
import { Wire } from "./wire";

/** So much of one call: for a time, or until a count is reached. */
export type Load = {
  call: CallName;
  among: string;
  /** Connections are spread over them evenly. */
  ports: number[];
  connections: number;
  ms: number;
  atMost?: number;
};

export type Loaded = {
  requests: number;
  seconds: number;
  /** Medians of milliseconds, and the time within which 99 of 100 were answered. */
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx by their status. */
  refused: Record<string, number>;
};

export type Message = { stock: Record<string, Till[]> } | { load: Load };

const stock: Record<string, Till[]> = {};

async function run({ call, among, ports, connections, ms, atMost = Infinity }: Load) {
  const tills = stock[among] ?? [];
  const times: number[] = [];
  const refused: Record<string, number> = {};
  const wires = await Promise.all(
    Array.from({ length: connections }, (_, n) => Wire.open(ports[n % ports.length] ?? 0)),
  );
  let begun = 0;
  const startedAtMs = performance.now();
  const drive = async (wire: Wire) => {
    while (performance.now() - startedAtMs < ms && begun++ < atMost) {
      const request = requestOf(call, tills);
      const sentAtMs = performance.now();
      const status = await wire.send(request);
      times.push(performance.now() - sentAtMs);
      if (status < 200 || status > 299) refused[status] = (refused[status] ?? 0) + 1;
    }
    wire.close();
  };
  await Promise.all(wires.map(drive));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { requests: times.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

// A process of its own, so that what it costs is not counted as the server's.
process.on("message", async (message: Message) => {
  if ("stock" in message) {
    Object.assign(stock, message.stock);
    return;
  }
  try {
    process.send?.(await run(message.load));
  } catch (error) {
    process.send?.({ failed: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
