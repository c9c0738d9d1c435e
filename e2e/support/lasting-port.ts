import { createServer } from "node:net";
import { randomBy } from "@/lib/testing/random";

const FROM = 12_000;
/** Outgoing connections get ports from here on (Linux: 32,768). */
const TO = 32_000;
const random = randomBy(process.pid);

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/**
 * Finds an unused port on localhost for a server that is killed and started again: no outgoing connection takes it
 * meanwhile. Throws if there is none.
 */
export async function lastingPort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FROM + Math.floor(random() * (TO - FROM));
    if (await canListen(port)) return port;
  }
  throw new Error(`No port from ${FROM} to ${TO} is free.`);
}
