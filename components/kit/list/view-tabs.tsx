import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/kit/ui/tab-links";
import { type ListUrl, type ListView, openView, shownView } from "./view";

/** The built-in views of a list as tabs. `shown` is the open one, if it isn't a saved view. */
export const tabsOf = (views: readonly ListView[], url: ListUrl, shown: ListView | undefined) =>
  views.map((view) => ({ ...view, href: url.hrefOf(view.query), active: view === shown }));

/** Tabs of a list whose views can't be saved. */
export function ViewTabs({ views, url }: { views: readonly ListView[]; url: ListUrl }) {
  const t = useTranslations("common");
  if (views.length < 2) return null;
  return (
    <TabLinks
      label={t("views.title")}
      bare
      onOpen={openView}
      tabs={tabsOf(views, url, shownView(views, url.search))}
    />
  );
}
