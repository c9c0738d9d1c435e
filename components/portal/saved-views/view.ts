import type { QueryOf, ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";

export type ViewList = NonNullable<QueryOf<"/api/portal/saved-views">["list"]>;
export type SavedView = ReplyOf<"/api/portal/saved-views">["views"][number];

/** The person's saved views of a list. */
export const savedViews = (list: ViewList) =>
  readOptions(["saved-views", list], "/api/portal/saved-views", { list });
