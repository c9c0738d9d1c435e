/** What only a page, or a browser, shows. @type {import("./mutants.mjs").Mutant[]} */
export const pages = [
  {
    guarantee: "A page stands in no other site's frame.",
    file: "app/security.ts",
    find: `    "frame-ancestors": "'none'",\n`,
    replace: "",
    tests: [{ file: "app/security.test.ts" }],
  },
  {
    guarantee: "Every page lets run only scripts with its own nonce.",
    file: "proxy.ts",
    find: '  response.headers.set("Content-Security-Policy", policy);\n',
    replace: "",
    tests: [
      { file: "e2e/api/sessions.spec.ts", title: "lets run only scripts with its own nonce" },
    ],
  },
  {
    guarantee: "What can't be undone asks for a proof to be typed.",
    file: "components/confirm-dialog.tsx",
    find: "if (matches) action.mutate();",
    replace: "action.mutate();",
    tests: [{ file: "e2e/portal/cards.spec.ts", title: "voided by typing its last four" }],
  },
  {
    guarantee: "An error tells its request id.",
    file: "components/ui/states.tsx",
    find: "error instanceof ApiError ? error.requestId : null;",
    replace: "null as string | null;",
    tests: [
      { file: "e2e/portal/states.spec.ts", title: "what failed, what is safe and the request id" },
    ],
  },
  {
    guarantee: "A viewer is offered no change of a card.",
    file: "components/cards/card-view.tsx",
    find: 'if (!mayWrite || card.status === "disabled") return null;',
    replace: 'if (mayWrite === null || card.status === "disabled") return null;',
    tests: [
      { file: "e2e/portal/roles.spec.ts", title: "a viewer sees everything and is offered no" },
    ],
  },
  {
    guarantee: "A request whose answer got lost is sent again under the same key.",
    file: "components/forms.ts",
    find: "if (kept.current?.intent !== intent) kept.current =",
    replace: "kept.current =",
    tests: [{ file: "e2e/portal/lost-answers.spec.ts", title: "is sent again under the same key" }],
  },
  {
    guarantee: "The way back after signing in never leads to another site.",
    file: "components/auth/credentials.ts",
    find: "const ours = target.origin === window.location.origin;",
    replace: 'const ours = target.protocol.startsWith("http");',
    tests: [{ file: "e2e/portal/sign-in.spec.ts", title: "never leads to another site" }],
  },
  {
    guarantee: "Every button has a name that is read out.",
    file: "components/ui/copy-button.tsx",
    find: 'aria-label={state === "idle" ? `Copy ${what}` : word}',
    replace: "",
    tests: [{ file: "e2e/portal/crawl.spec.ts", title: "accessible for the owner" }],
  },
  {
    guarantee: "No page is wider than a phone.",
    file: "components/ui/page-header.tsx",
    find: '<div className="min-w-0">',
    replace: '<div className="min-w-[30rem]">',
    tests: [{ file: "e2e/portal/crawl.spec.ts", title: "accessible for the owner" }],
  },
  {
    guarantee: "A code is on no page until it is asked for.",
    file: "components/cards/card-code.tsx",
    find: "hide: () => setCode(null),",
    replace: "hide: () => {},",
    tests: [{ file: "e2e/portal/cards.spec.ts", title: "a code is on no page until it is asked" }],
  },
  {
    guarantee: "A person's whole wallet is opened by a button, never by opening a page.",
    file: "components/wallet/open-link.tsx",
    find: '  if (token === "" || isGone(open.error)) return <Gone />;',
    replace:
      '  if (token && open.isIdle) open.mutate();\n  if (token === "" || isGone(open.error)) return <Gone />;',
    tests: [{ file: "e2e/wallet/wallet.spec.ts", title: "sees the card and its note" }],
  },
];
