import Link from "next/link";
import { C, Guide, Section, Snippet } from "../prose";
import { quickStart } from "./quick-start-steps";

export const QuickStart = ({ origin }: { origin: string }) => (
  <Guide
    title="Quick start"
    lead="From nothing to a redeemed card in five minutes, in a terminal with curl."
  >
    <Section id="key" title="1. Take a key">
      <p>
        Make one in the dashboard under{" "}
        <Link href="/settings/api-keys" className="underline underline-offset-4">
          Settings, API keys
        </Link>{" "}
        with the scopes <C>cards:read</C>, <C>cards:write</C> and <C>money:write</C>. It is shown
        once.
      </p>
      <Snippet title="Put it where the commands find it" code="export SCRIP_KEY=scrip_live_…" />
    </Section>
    {quickStart(origin).map(({ id, title, text, code }) => (
      <Section key={id} id={id} title={title}>
        <p>{text}</p>
        <Snippet title="In bash or zsh" code={code} />
      </Section>
    ))}
    <Section id="next" title="Next">
      <ul className="list-disc pl-5">
        <li>
          A till that scans codes needs one call:{" "}
          <Link href="/docs/api/post-cards-load" className="underline underline-offset-4">
            load by code
          </Link>
          , which activates or tops up, whichever it is.
        </li>
        <li>
          Before it goes live, read{" "}
          <Link href="/docs/idempotency" className="underline underline-offset-4">
            Idempotency
          </Link>{" "}
          and{" "}
          <Link href="/docs/errors" className="underline underline-offset-4">
            Errors
          </Link>
          .
        </li>
      </ul>
    </Section>
  </Guide>
);
