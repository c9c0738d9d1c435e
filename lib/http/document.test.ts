import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncoding, documentResource } from "./document";

const document = { openapi: "3.1.0", text: "x".repeat(2_000) };

/** A resource that counts how often its document is built, and a function that reads it. */
function counted() {
  let built = 0;
  const { GET, HEAD } = documentResource(
    () => {
      built++;
      return document;
    },
    { compresses: true },
  );
  const read = async (headers: Record<string, string> = {}, handler = GET) =>
    handler(new Request("http://localhost/", { headers }), { params: Promise.resolve({}) });
  return { read, head: () => read({}, HEAD), built: () => built };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test("a public document is built once, however often it is read", async () => {
  const { read, built } = counted();
  await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(built()).toBe(1);
});

test("a public document is sent compressed if asked, and can be cached", async () => {
  const { read, head } = counted();
  const plain = await read();
  expect(JSON.parse((await bytesOf(plain)).toString())).toEqual(document);
  expect(plain.headers.get("cache-control")).toBe("public, max-age=300");
  for (const [encoding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const answer = await read({ "accept-encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    const bytes = await bytesOf(answer);
    expect(bytes.length).toBeLessThan(200);
    expect(JSON.parse(decode(bytes).toString())).toEqual(document);
  }
  expect((await head()).headers.get("content-length")).toBe(plain.headers.get("content-length"));
});

test("a public document that has not changed is a 304 without a body", async () => {
  const { read } = counted();
  const etag = (await read()).headers.get("etag") ?? "";
  for (const given of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const answer = await read({ "if-none-match": given });
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
    expect(answer.headers.get("etag")).toBe(etag);
  }
  expect((await read({ "if-none-match": '"other"' })).status).toBe(200);
  // Each encoding has its own bytes, so its own tag.
  expect((await read({ "if-none-match": etag, "accept-encoding": "gzip" })).status).toBe(200);
});

test.each([
  [null, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", "identity"],
])("of Accept-Encoding %j it takes %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test("Next, which drops the encoding of a response, gets the plain document", async () => {
  const { GET } = documentResource(() => document);
  const headers = { "accept-encoding": "br, gzip" };
  const params = Promise.resolve({});
  const answer = await GET(new Request("http://localhost/", { headers }), { params });
  expect(answer.headers.has("content-encoding")).toBe(false);
  expect(await answer.json()).toEqual(document);
});
