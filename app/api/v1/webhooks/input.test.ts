import { expect } from "vitest";
import { expectEach } from "@/lib/testing/api/each";
import { expectInvalid, expectStatus } from "@/lib/testing/api/expectations";
import { RECEIVER_URL } from "@/lib/testing/api/resources";
import { test } from "@/lib/testing/api/test";

const EVENTS = ["card.activated", "card.debited"];

const BAD_URLS: [title: string, url: unknown][] = [
  ["http", "http://receiver.example.com/"],
  ["another scheme", "ftp://receiver.example.com/"],
  ["a script", "javascript:alert(1)"],
  ["no scheme", "receiver.example.com/hook"],
  ["a path alone", "/hook"],
  ["nothing", ""],
  ["no host", "https://"],
  ["a port below 1024", "https://receiver.example.com:1023/"],
  ["the port of mail", "https://receiver.example.com:25/"],
  ["the port of http", "https://receiver.example.com:80/"],
  ["port 0", "https://receiver.example.com:0/"],
  ["a port that cannot be", "https://receiver.example.com:65536/"],
  ["a user", "https://user@receiver.example.com/"],
  ["a user and a password", "https://user:secret@receiver.example.com/"],
  ["a password", "https://:secret@receiver.example.com/"],
  ["a host with a space", "https://receiver example.com/"],
  ["more than 2,000 characters", `https://receiver.example.com/${"x".repeat(2_000)}`],
  ["a number", 5],
  ["null", null],
  ["a list", ["https://receiver.example.com/"]],
];

test("a webhook's URL has to be https, without credentials", async ({ api, apiB, subscribe }) => {
  const { id } = await subscribe(RECEIVER_URL);
  const cases = BAD_URLS.map(([name, url]) => ({ name, url }));
  await expectEach(cases, async ({ url }) => {
    for (const till of [api, apiB]) {
      expectInvalid(await till.post("/webhooks", { url, events: EVENTS }), "url");
      expectInvalid(await till.patch(`/webhooks/${id}`, { url }), "url");
    }
  });
  expectInvalid(await api.post("/webhooks", { events: EVENTS }), "url");
  expect((await api.get("/webhooks")).body.webhooks).toMatchObject([{ url: RECEIVER_URL }]);
});

test("ports 443 and from 1024 are taken, and a URL is normalized", async ({ api }) => {
  for (const [typed, kept] of [
    ["https://receiver.example.com", "https://receiver.example.com/"],
    ["https://receiver.example.com:443/a?b=c", "https://receiver.example.com/a?b=c"],
    ["https://receiver.example.com:1024/", "https://receiver.example.com:1024/"],
    ["https://receiver.example.com:65535/", "https://receiver.example.com:65535/"],
    ["HTTPS://Receiver.Example.COM/Path#part", "https://receiver.example.com/Path"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ]) {
    const answer = await api.post("/webhooks", { url: typed, events: EVENTS });
    expectStatus(answer, 201);
    expect(answer.body.url).toBe(kept);
  }
});

test("events are the spec's eight, at least one, each once", async ({ api, apiB }) => {
  const all = [
    "card.activated",
    "card.reloaded",
    "card.transferred_in",
    "card.transferred_out",
    "card.balance_changed",
    "card.disabled",
    "card.debited",
    "card.credited",
  ];
  const url = RECEIVER_URL;
  const whole = await api.post("/webhooks", { url, events: [...all, "card.activated"] });
  expect(whole.body.events).toEqual(all);

  for (const till of [api, apiB]) {
    for (const [events, named] of [
      [[], "events"],
      ["card.activated", "events"],
      [null, "events"],
      [undefined, "events"],
      [["card.exploded"], "events.0"],
      [["card.activated", "webhook.test"], "events.1"],
      [["CARD.ACTIVATED"], "events.0"],
      [["*"], "events.0"],
      [[5], "events.0"],
    ] as const) {
      expectInvalid(await till.post("/webhooks", { url, events }), named);
    }
    const none = await till.post("/webhooks", { url, events: [] });
    expect(none.body.message).toBe("events: must have at least 1 item");
    const { id } = whole.body;
    expectInvalid(await till.patch(`/webhooks/${id}`, { events: [] }), "events");
    expectInvalid(await till.patch(`/webhooks/${id}`, { active: "false" }), "active");
    expectInvalid(await till.patch(`/webhooks/${id}`, { secret: "whsec_mine" }), "secret");
  }
});
