import { beforeAll, expect, test } from "vitest";
import type { Principal } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { API_SCOPES, ROLE_SCOPES, ROLES, type Scope } from "@/lib/base/roles";
import { operatorContext } from "@/lib/domain/people/operator";
import {
  type Declaration,
  declarationsIn,
  isNode,
  type Node,
  nameOf,
  nodesIn,
} from "@/lib/testing/source-graph";
import { sourceFiles } from "@/lib/testing/sources";
import { createStore } from "@/lib/testing/store";

const declarations = sourceFiles()
  .filter((file) => /^(app\/api|lib\/(api|documents|domain))\//.test(file))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap(declarationsIn);

const keyOf = ({ file, name }: Declaration) => `${file}#${name}`;
const references = new Map(declarations.map((one) => [keyOf(one), one.refersTo()]));

/** Everything that these names lead to, themselves included. */
function reachedFrom(names: Iterable<string>, passes = (_name: string) => true): Set<string> {
  const reached = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name) || !passes(name)) continue;
    reached.add(name);
    waiting.push(...(references.get(name) ?? []));
  }
  return reached;
}

/** These write, but nothing of the caller's: counts of attempts, the audit log, when a session was last used. */
const isBookkeeping = (name: string) =>
  /^lib\/domain\/(limits\/|audit\/|people\/session-records\.ts#(recordUse|isUseRecordingDue)$)/.test(
    name,
  );

/** What writes in the ledger. */
const LEDGER_WRITE =
  /^lib\/ledger\/post\/(move|emit|operation)\.ts#(move|moveOne|moveMany|emit|operation|lockedOperation|unwrapOutcome)$/;
const SQL_WRITE = /\b(insert into|delete from|update \w+ set|void_key\()/;
/** The objects whose `insert`, `update` and `delete` write a table. */
const DATABASE = /^(db|tx|on|from)$/;

function writesItself({ node, refersTo }: Declaration): boolean {
  if ([...refersTo()].some((name) => LEDGER_WRITE.test(name))) return true;
  return [...nodesIn(node)].some(({ type, callee, value }) => {
    if (type === "TemplateElement") return SQL_WRITE.test((value as { raw: string }).raw);
    if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.object)) return false;
    const { object } = callee;
    const owner = object.type === "CallExpression" ? object.callee : object;
    return /^(insert|update|delete)$/.test(nameOf(callee.property)) && DATABASE.test(nameOf(owner));
  });
}

const writers = new Set(declarations.filter(writesItself).map(keyOf));

function typeOf(parameter: Node): string {
  const { typeAnnotation } = (parameter.left ?? parameter) as { typeAnnotation?: Node | null };
  const type = typeAnnotation?.typeAnnotation;
  return isNode(type) ? nameOf(type.typeName) : "";
}

/** Takes a context first, and isn't part of another one's transaction. */
function isCalledWithContext({ node, isExported }: Declaration): boolean {
  const [first, ...others] = ((node.params ?? []) as Node[]).map(typeOf);
  return isExported && first === "Ctx" && !others.includes("Tx");
}

/** The functions of the domain that change something for a caller. */
const verbs = declarations
  .filter((one) => one.file.startsWith("lib/domain/") && isCalledWithContext(one))
  .map(keyOf)
  .filter((verb) =>
    [...reachedFrom([verb], (name) => !isBookkeeping(name))].some((name) => writers.has(name)),
  );

type Operation = { scopes: string[] | null; names: Set<string>; reached: Set<string> };

/** What the declarations that use this one refer to. */
const namesBeside = (definition: Declaration): Set<string> =>
  new Set(
    declarations.flatMap((one) => {
      const names = one.file === definition.file ? one.refersTo() : new Set<string>();
      return names.has(keyOf(definition)) ? [...names] : [];
    }),
  );

/** The operations of the API, with the scopes that each needs; null for a public one. */
const operations = declarations.flatMap((one): Operation[] => {
  if (!/^(app|lib\/(api|documents))\//.test(one.file)) return [];
  const calls = [...nodesIn(one.node)].filter(({ type }) => type === "CallExpression");
  return [...nodesIn(one.node)].flatMap((node) => {
    const scopes = scopesIn(node);
    if (scopes === undefined) return [];
    const call = calls.findLast((outer) => (outer.arguments as Node[]).includes(node));
    const names = call ? one.refersTo(call) : namesBeside(one);
    return [{ scopes, names, reached: reachedFrom(names) }];
  });
});

/** The scopes in an operation's definition; undefined for another node. */
function scopesIn({ type, properties }: Node): string[] | null | undefined {
  if (type !== "ObjectExpression") return undefined;
  const given = (properties as Node[])
    .filter(({ key, value }) => /^(scope|alsoScope)$/.test(nameOf(key)) && isNode(value))
    .map(({ value }) => value as Node)
    .filter((value) => value.type === "Literal");
  if (given.length === 0) return undefined;
  return given.some(({ value }) => value === null) ? null : given.map(nameOf);
}

const merchantId = newId();
beforeAll(() => createStore({ id: merchantId }));

const base = { merchantId, shape: "A", limitPerWindow: 0 } as const;
const device = { id: newId(), name: "Front desk", keyId: newId(), pairedAt: null };
const cashier = {
  sessionId: newId(),
  deviceId: device.id,
  cashierId: newId(),
  cashierName: "Kim",
  locksAt: new Date(),
  deviceLimits: null,
  cashierLimits: null,
};
const wallet = { id: newId(), only: null };
const oneCard = { id: newId(), only: { merchantId, cardId: newId() } };
const consumer = { id: newId(), email: "ada@example.com" };

const caller = (kind: Principal["kind"], scopes: readonly Scope[], more = {}) =>
  ({ ...base, kind, actor: `${kind}:${newId()}`, scopes, ...more }) as Principal;

/** A caller of each kind, with each set of scopes that it can have. */
const CALLERS: Record<string, Principal> = {
  ...Object.fromEntries(API_SCOPES.map((scope) => [`a key with ${scope}`, caller("key", [scope])])),
  ...Object.fromEntries(
    ROLES.map((role) => {
      const session = { id: newId(), userId: newId() };
      return [`the role ${role}`, caller("member", ROLE_SCOPES[role], { session })];
    }),
  ),
  "a locked till": caller("till", ["till:device"], { device, cashier: null }),
  "a till": caller("till", ["till:device", "till:use"], { device, cashier }),
  "a customer with one card": caller("customer", ["wallet:card"], { wallet: oneCard }),
  "a customer": caller("customer", ["wallet:card", "wallet:own"], { wallet }),
  "a visitor": caller("anonymous", []),
};

/** Whether a call without any input is refused for who calls. */
async function isRefused(verb: string, principal: Principal): Promise<boolean> {
  const [file, name = ""] = verb.split("#");
  const module = await import(`../../${file}`);
  const who = { principal, consumer: principal.kind === "customer" ? consumer : null };
  // An address of its own, because some attempts are counted by address.
  const ctx = { ...operatorContext(merchantId), ...who, address: newId() };
  try {
    await module[name](ctx, {}, {}, {});
    return false;
  } catch (error) {
    return isRefusal(error) && ["unauthorized", "insufficient_scope"].includes(error.code);
  }
}

test("the functions that change something, and the operations that lead to them, are found", () => {
  expect(verbs.length).toBeGreaterThan(120);
  expect(operations.length).toBeGreaterThan(200);
});

test.for(verbs)("%s refuses everyone whom no operation lets through to it", async (verb) => {
  const leading = operations.filter(({ reached }) => reached.has(verb));
  // Who calls it shows that they may: by a password or an emailed link.
  if (leading.some(({ scopes, names }) => scopes === null && names.has(verb))) return;
  const letIn = [];
  for (const [who, principal] of Object.entries(CALLERS)) {
    const granted: readonly string[] = principal.scopes;
    const passes = leading.some(({ scopes }) => scopes?.every((one) => granted.includes(one)));
    if (!passes && !(await isRefused(verb, principal))) letIn.push(who);
  }
  expect(letIn).toEqual([]);
});
