import { useTranslations } from "next-intl";
import { url } from "@/components/kit/api/api";
import { useHydrated } from "@/components/kit/ui/use-hydrated";
import type { OwnCard } from "./types";

type PassPlatform = OwnCard["passes"][number];

const ANDROID = /android/i;

/** The phone's own wallet app first. On a computer, Apple's. */
const inOrder = (platforms: readonly PassPlatform[], userAgent: string): PassPlatform[] =>
  ANDROID.test(userAgent) ? [...platforms].reverse() : [...platforms];

const PATHS = {
  apple: "/api/wallet/cards/{uuid}/passes/apple",
  google: "/api/wallet/cards/{uuid}/passes/google",
} as const;

/** Links that add a card to wallet apps, black in both themes as Apple and Google want; none if not configured. */
export function PassButtons({ card }: { card: OwnCard }) {
  const t = useTranslations("wallet");
  const userAgent = useHydrated() ? navigator.userAgent : "";
  if (card.passes.length === 0) return null;
  return (
    <ul className="grid w-full max-w-sm gap-3">
      {inOrder(card.passes, userAgent).map((platform) => (
        <li key={platform}>
          {/* A plain link: a prefetch would make a pass. */}
          <a
            href={url(PATHS[platform], { uuid: card.uuid })}
            className="flex min-h-11 items-center justify-center rounded-md border border-paper/40 bg-print px-4 font-medium text-paper print:hidden"
          >
            {t(`card.passes.${platform}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
