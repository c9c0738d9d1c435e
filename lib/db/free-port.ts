import { createServer } from "node:net";

/** A port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object"
          ? settle(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}
