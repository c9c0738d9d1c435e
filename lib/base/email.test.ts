import { describe, expect, test } from "vitest";
import { mailboxOf, normaliseEmail } from "./email";

describe("an e-mail address has one spelling", () => {
  test.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  ada@example.com\n", "ada@example.com"],
    ["ada.l+till@mail.example.co.uk", "ada.l+till@mail.example.co.uk"],
    ["o'hara_{x}@example.com", "o'hara_{x}@example.com"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@ｅxample。com", "ada@example.com"],
  ])("%j is %j", (typed, normal) => {
    expect(normaliseEmail(typed)).toBe(normal);
    expect(normaliseEmail(normal)).toBe(normal);
  });
});

describe("a text that is not an email address is rejected", () => {
  test.each([
    "",
    "@",
    "ada",
    "ada@",
    "@example.com",
    "ada@localhost",
    "ada@example",
    "ada@example..com",
    "ada@.example.com",
    "ada@example.com.",
    "ada@-example.com",
    "ada@exa_mple.com",
    "ada@127.0.0.1",
    "ada@[127.0.0.1]",
    "ada@2130706433",
    "ada@ex%61mple.com",
    "ada@example.com:25",
    "ada@example.com/x",
    ".ada@example.com",
    "ada.@example.com",
    "a..da@example.com",
    "a da@example.com",
    "ada@lovelace@example.com",
    '"ada"@example.com',
    "Ada <ada@example.com>",
    "ädä@example.com",
    "\u212A@example.com",
    "ada\0@example.com",
    "ada@exam\0ple.com",
    "ada@example.com\r\nBcc: eve@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `ada@${"a.".repeat(130)}com`,
  ])("%j", (typed) => {
    expect(normaliseEmail(typed)).toBeNull();
  });
});

test.each([
  ["ada+till@example.com", "ada@example.com"],
  ["ada.l@example.com", "ada.l@example.com"],
  ["a.da+1@googlemail.com", "ada@gmail.com"],
  ["+till@example.com", "+till@example.com"],
])("mail to %s arrives at %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});
