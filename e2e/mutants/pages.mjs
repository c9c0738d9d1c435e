import { mutant } from "./mutant.mjs";

/** Guarantees that only a page or a browser can show. */
export const pages = [
  mutant("No other site can show a page in a frame.", "app/security.ts")
    .without(`    "frame-ancestors": "'none'",\n`)
    .caughtBy("app/security.test.ts"),
  mutant("Every page lets run only scripts with its own nonce.", "proxy.ts")
    .without('  response.headers.set("Content-Security-Policy", policy);\n')
    .caughtBy("e2e/api/sessions.spec.ts", "lets run only scripts with its own nonce"),
  mutant("What can't be undone asks for a proof to be typed.", "components/confirm-dialog.tsx")
    .replacing("if (matches) action.mutate();", "action.mutate();")
    .caughtBy("e2e/portal/cards.spec.ts", "an unsold card is voided by typing its last four"),
  mutant("An error shows its request id.", "components/ui/states.tsx")
    .replacing("error instanceof ApiError ? error.requestId : null;", "null as string | null;")
    .caughtBy("e2e/portal/states.spec.ts", "a failed page shows the request id"),
  mutant("A viewer is offered no change of a card.", "components/cards/card-view.tsx")
    .replacing("if (!mayWrite) return null;", "if (mayWrite === null) return null;")
    .caughtBy("e2e/portal/roles.spec.ts", "a viewer sees all and is offered no change"),
  mutant("A request whose answer got lost is sent again under the same key.", "components/forms.ts")
    .replacing("if (kept.current?.intent !== intent) kept.current =", "kept.current =")
    .caughtBy("e2e/portal/lost-answers.spec.ts", "is sent again under the same key"),
  mutant("Sign-in never leads to another site.", "components/auth/credentials.ts")
    .replacing("target.origin === window.location.origin;", 'target.protocol.startsWith("http");')
    .caughtBy("e2e/portal/sign-in.spec.ts", "sign-in never leads to another site"),
  mutant("Every button has a name that is read out.", "components/ui/copy-button.tsx")
    .without('aria-label={(state === "idle" && label) || word}')
    .caughtBy("e2e/portal/crawl.spec.ts", "accessible for the owner"),
  mutant("No page is wider than a phone.", "components/ui/page-header.tsx")
    .replacing('<div className="min-w-0">', '<div className="min-w-[30rem]">')
    .caughtBy("e2e/portal/crawl.spec.ts", "accessible for the owner"),
  mutant("A code is on no page until it is asked for.", "components/cards/card-code.tsx")
    .replacing("const hide = () => setShown(null);", "const hide = () => {};")
    .caughtBy("e2e/portal/cards.spec.ts", "a code is on no page until it is asked for"),
  mutant("A wallet opens by a button, not by opening a page.", "components/wallet/open-link.tsx")
    .replacing(
      '  if (token === "" || refusesField(open.error, "token")) return <Gone />;',
      '  if (token && open.isIdle) open.mutate();\n  if (token === "" || refusesField(open.error, "token")) return <Gone />;',
    )
    .caughtBy("e2e/wallet/wallet.spec.ts", "an invited consumer sees the card and its note"),
];
