import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Passes what each side sends to the other. */
const passAll = (client: Socket, server: Socket): void => void client.pipe(server).pipe(client);

/**
 * Listens between a test and the database at `target`. `pass` connects the two sides of each connection. `cut` ends
 * all connections and refuses new ones until `restore`.
 */
export async function startDatabaseProxy(target: string, pass = passAll) {
  const url = new URL(target);
  const [port, host] = [Number(url.port), url.hostname];
  const open = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    client.on("error", () => {});
    if (isCut) return void client.destroy();
    const server = connect(port, host).on("error", () => {});
    client.on("close", () => server.destroySoon());
    server.on("close", () => client.destroySoon());
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    }
    pass(client, server);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => {
      isCut = false;
    },
    close: () => void proxy.close(),
  };
}
