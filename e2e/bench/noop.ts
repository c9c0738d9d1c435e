import { createServer } from "node:http";
import next from "next";

// Served like the product's own pages: Next's handler in a plain server.
const app = next({ dev: false, dir: ".build/bench/noop", hostname: "localhost" });
await app.prepare();
const handle = app.getRequestHandler();
createServer((request, response) => void handle(request, response)).listen(
  Number(process.env.PORT),
  "127.0.0.1",
  () => process.send?.("ready"),
);
process.on("disconnect", () => process.exit(0));
