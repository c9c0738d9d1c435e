import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncoding, documentResource } from "./document";

const document = { openapi: "3.1.0", text: "x".repeat(2_000) };

/** A resource that counts how often its documents are built, and a function that reads them. */
function counted() {
  let built = 0;
  const { GET, HEAD } = documentResource(
    (shape) => {
      built++;
      return shape === "A" ? document : { ...document, shape };
    },
    { compresses: true },
  );
  const read = async (headers: Record<string, string> = {}, { handler = GET, query = "" } = {}) =>
    handler(new Request(`http://localhost/${query}`, { headers }), {
      params: Promise.resolve({}),
    });
  return { read, head: () => read({}, { handler: HEAD }), built: () => built };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test("a public document is built once, however often it is read", async () => {
  const { read, built } = counted();
  await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(built()).toBe(1);
});

test("there is a document for each shape, chosen in the query or the header, and shape A by default", async () => {
  const { read, built } = counted();
  const shapeOf = async (answer: Response) => {
    const { shape = "A" } = (await answer.json()) as { shape?: string };
    expect(answer.headers.get("scrip-shape")).toBe(shape);
    return shape;
  };
  expect(await shapeOf(await read())).toBe("A");
  expect(await shapeOf(await read({}, { query: "?shape=B" }))).toBe("B");
  expect(await shapeOf(await read({ "scrip-shape": "B" }))).toBe("B");
  expect(await shapeOf(await read({ "scrip-shape": "B" }, { query: "?shape=A" }))).toBe("A");
  expect(built()).toBe(2);
  const etagOfA = (await read()).headers.get("etag") ?? "";
  expect((await read({ "if-none-match": etagOfA }, { query: "?shape=B" })).status).toBe(200);

  for (const [answer, path] of [
    [await read({}, { query: "?shape=C" }), "shape"],
    [await read({ "scrip-shape": "C" }), "Scrip-Shape"],
    [await read({}, { query: "?Shape=B" }), "Shape"],
  ] as const) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "invalid_request", fields: [{ path }] });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
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
    expect(answer.headers.get("vary")).toBe("Accept-Encoding, Scrip-Shape");
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
