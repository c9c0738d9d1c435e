import { brotliDecompressSync, gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { sendRawRequest } from "../support/raw";
import { portOf, test } from "../support/test";

const get = (path: string, ...headers: string[]) => {
  const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers];
  return sendRawRequest(portOf("direct"), `${lines.join("\r\n")}\r\n\r\n`);
};

/** The path of a script of the sign-in page. */
async function scriptPath(): Promise<string> {
  const page = await get("/sign-in");
  return /src="(\/_next\/static\/[^"]+\.js)"/.exec(page?.body ?? "")?.[1] ?? "";
}

test("pages and static files are compressed, small API responses are not", async () => {
  const encoding = "Accept-Encoding: gzip, deflate, br";
  for (const path of ["/sign-in", "/docs", await scriptPath()]) {
    const answer = await get(path, encoding);
    expect(answer?.status, path).toBe(200);
    expect(answer?.headers["content-encoding"], path).toMatch(/^(gzip|br)$/);
  }
  const refused = await get("/api/portal/me", encoding);
  expect(refused?.status).toBe(401);
  expect(refused?.headers["content-encoding"]).toBeUndefined();
});

test("scripts are sent precompressed: smaller than gzip, with the same content, and cached permanently", async () => {
  const path = await scriptPath();
  const [plain, gzip, brotli, refused] = await Promise.all(
    ["identity", "gzip", "gzip, br;q=0.9", "gzip, br;q=0"].map((accepted) =>
      get(path, `Accept-Encoding: ${accepted}`),
    ),
  );
  expect(gzip?.headers["content-encoding"]).toBe("gzip");
  expect(refused?.headers["content-encoding"]).toBe("gzip");
  expect(brotli?.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": plain?.headers["content-type"],
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    vary: expect.stringContaining("Accept-Encoding"),
  });
  const bytes = Buffer.from(brotli?.body ?? "", "latin1");
  expect(brotliDecompressSync(bytes).toString("latin1")).toBe(plain?.body);
  expect(bytes.length).toBeLessThan(0.95 * gzipSync(plain?.body ?? "").length);
});

test("pages, sign-in's own pages and static files are in no frame and sniffed by no browser", async () => {
  for (const path of ["/sign-in", "/api/auth/signout", "/favicon.svg", await scriptPath()]) {
    const headers = (await get(path))?.headers;
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringContaining("default-src"),
    });
  }
});

test("a server of this machine only answers no other name", async () => {
  const ask = (path: string) =>
    sendRawRequest(portOf("direct"), `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`);
  for (const path of ["/sign-in", "/api/v1/openapi.json", "/api/portal/me"]) {
    expect((await ask(path))?.status, path).toBe(421);
  }
});
