import type { QueryOf, ReplyOf } from "@/components/api";

export type ViewList = NonNullable<QueryOf<"/api/portal/saved-views">["list"]>;
export type SavedView = ReplyOf<"/api/portal/saved-views">["views"][number];
