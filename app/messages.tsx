import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import type { ComponentType, ReactNode } from "react";
import { MessagesProvider } from "@/components/kit/locale/messages-provider";
import type { Messages as AllMessages, Area } from "@/lib/base/i18n/messages";

/** The messages of the area "wallet" that are headings of pages. */
type Heading =
  | `${"account" | "balance" | "card" | "cards" | "claim" | "gift" | "gifts" | "offer" | "open" | "signIn" | "transfer"}.title`
  | "unsubscribe.submit";

/** Gives the components below the messages of these areas. A test holds that a page names all it needs. */
export async function Messages({ areas, children }: { areas: Area[]; children: ReactNode }) {
  const all: Partial<AllMessages> = await getMessages();
  const chosen = Object.fromEntries(areas.map((area) => [area, all[area]]));
  return <MessagesProvider messages={chosen}>{children}</MessagesProvider>;
}

/** A page that shows `View` with the messages of these areas. */
export const pageOf = (View: ComponentType, ...areas: Area[]) =>
  function Page() {
    return (
      <Messages areas={areas}>
        <View />
      </Messages>
    );
  };

/** A customer page's metadata: its title is its heading. */
export const titledByHeading =
  (heading: Heading, more: Metadata = {}) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations("wallet"))(heading), ...more });

/** A page's metadata: its title from the area "titles", and more. */
export const titled =
  (key: keyof AllMessages["titles"], more: Metadata = {}) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations("titles"))(key), ...more });
