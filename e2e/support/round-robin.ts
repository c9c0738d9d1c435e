import { Agent, createServer, type IncomingMessage, request as sendOn } from "node:http";

const KEEP_ALIVE_MS = 65_000;
const FRAMING_HEADERS = ["content-length", "transfer-encoding"];

/** Buffers a whole response and sets its length, because each server may frame it differently. */
async function readWithLength(
  answer: IncomingMessage,
): Promise<{ headers: string[]; body: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  // Names and values alternate.
  const kept = answer.rawHeaders.filter(
    (_, n, raw) => !FRAMING_HEADERS.includes(raw[n - (n % 2)]?.toLowerCase() ?? ""),
  );
  const length = body.length > 0 ? ["Content-Length", String(body.length)] : [];
  return { headers: [...kept, ...length], body };
}

/** Sends each request to the next of several servers on this machine, like a load balancer. */
export async function startRoundRobin(port: number, targets: number[]) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const target = targets[turn++ % targets.length];
    const { method, url, rawHeaders } = request;
    const onward = sendOn({
      agent,
      host: "127.0.0.1",
      port: target,
      method,
      path: url,
      headers: rawHeaders,
    });
    const fail = (error: Error) => {
      // The response may have started before the whole request body was read.
      if (response.headersSent) return;
      console.error(`${method} ${url} to port ${target}: ${error.message}`);
      response.writeHead(502).end();
    };
    onward.once("error", fail);
    onward.once("response", async (answer) => {
      try {
        const { headers, body } = await readWithLength(answer);
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers).end(body);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    response.once("close", () => {
      onward.destroy();
      // Drain the rest of a body that was refused early; unread, it would block its connection.
      request.unpipe(onward).resume();
    });
    request.pipe(onward);
  });
  // Same as the servers behind it. Node's 5 s default can end just as a slow test sends again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", resolve);
  });
  return {
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}
