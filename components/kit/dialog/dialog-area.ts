import type { QueryKey } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { patch, post, put, remove, type Url, url } from "@/components/kit/api/api";
import { useIsOwner, useIsTest, useSession } from "@/components/kit/api/session";
import type { Translate } from "@/components/kit/locale/translate";
import { strong } from "@/components/kit/ui/strong";
import type { Area, Messages } from "@/lib/base/i18n/messages";

export type Closing = { onClose: () => void };

/** What the dialogs of one subject share. */
export type DialogArea<OfArea extends Area, Props, Subject> = {
  /** The area of messages that has the dialogs' texts. */
  texts: OfArea;
  /** What fills in the parameters of an operation's path. */
  subject?: (props: Props) => Subject;
  /** The keys of the queries that the dialogs' actions can change. */
  refresh: (props: Props) => readonly QueryKey[];
};

/** The names of the groups that have a dialog's texts: `title`, and `description`, `submit`, `keep` and `toast`. */
type DialogName<OfArea extends Area> = GroupsIn<Messages[OfArea]>;
type GroupsIn<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? never
    : (Group[Key] extends { title: string } ? Key : never) | `${Key}.${GroupsIn<Group[Key]>}`;
}[keyof Group & string];

/** A dialog's group of texts, or which it is. */
export type Named<OfArea extends Area, Context> =
  | DialogName<OfArea>
  | ((context: Context) => DialogName<OfArea>);

const senders = { POST: post, PATCH: patch, PUT: put, DELETE: remove };
export type Method = keyof typeof senders;

type Send = (path: string, body: unknown, idempotencyKey?: string) => Promise<unknown>;

/** Sends a request to an operation, whose path has the parameters of `subject`. */
export function sendTo(
  operation: readonly [Method, Path] | undefined,
  subject: unknown,
  body: unknown,
  idempotencyKey: string,
): Promise<unknown> {
  if (!operation) throw new Error("a dialog needs an operation, or sends by itself");
  const [method, path] = operation;
  const address = url(path, subject as Record<string, string>);
  if (method === "DELETE") return remove(address as Url<"/api/portal/saved-views/{id}">);
  const send = senders[method] as Send;
  return method === "POST" ? send(address, body, idempotencyKey) : send(address, body);
}

type Path = Parameters<typeof url>[0];
type KeysOf<Body> = Body extends unknown ? keyof Body : never;
/** Whether `Sent` is a body, with no other names. Of some operations only the server knows the body. */
type Fits<Sent, Body> = [KeysOf<Body>] extends [never]
  ? true
  : [Sent, Exclude<keyof Sent, KeysOf<Body>>] extends [Body, never]
    ? true
    : false;
type Lacks<P extends Path, Body, Subject, Sent> = [P] extends [never]
  ? never
  : [Subject] extends [Parameters<typeof url<P>>[1]]
    ? Fits<Sent, Body> extends true
      ? never
      : "body"
    : "subject";

/**
 * The component of a declaration. None if the operation doesn't know what is sent by these names and types: then the
 * declaration lacks a `body`. Or its area lacks a `subject` with the parameters of the operation's path.
 */
export type Declared<Props, P extends Path, Body, Subject, Sent> = [
  Lacks<P, Body, Subject, Sent>,
] extends [never]
  ? ComponentType<Props & Closing>
  : { lacks: Lacks<P, Body, Subject, Sent> };

/** What a declaration's functions get: the dialog's props, the viewer, the router and the texts. */
export type DialogContext<OfArea extends Area, Props> = Props &
  Closing & {
    t: Translate<OfArea>;
    tc: Translate<"common">;
  } & ReturnType<typeof useViewer>;

function useViewer() {
  const { merchant, user } = useSession();
  return { router: useRouter(), merchant, user, isOwner: useIsOwner(), isTest: useIsTest() };
}

export function useDialogContext<OfArea extends Area, Props>(
  { texts }: { texts: OfArea },
  props: Props & Closing,
): DialogContext<OfArea, Props> {
  const [t, tc] = [useTranslations(texts), useTranslations("common")];
  return { ...props, ...useViewer(), t, tc };
}

export type TextValues = Record<string, string | number | ((chunks: ReactNode) => ReactNode)>;

type Texts = {
  (key: string, values: TextValues): string;
  rich: (key: string, values: TextValues) => ReactNode;
  has: (key: string) => boolean;
};

/** A dialog's texts by name, read when they are shown. Those that its group doesn't have are undefined. */
export function textsOf<Context extends { t: unknown }>(
  name: string | ((context: Context) => string),
  context: Context,
  values: TextValues = {},
) {
  const t = context.t as Texts;
  const group = typeof name === "function" ? name(context) : name;
  const has = (key: string) => t.has(`${group}.${key}`);
  const text = (key: string, more: TextValues = {}) =>
    has(key) ? t(`${group}.${key}`, { ...values, ...more }) : undefined;
  const rich = (key: string) =>
    has(key) ? t.rich(`${group}.${key}`, { b: strong, ...values }) : undefined;
  return { has, text, rich };
}
