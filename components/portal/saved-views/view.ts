import type { QueryOf, ReplyOf } from "@/components/kit/api/api";

export type ViewList = NonNullable<QueryOf<"/api/portal/saved-views">["list"]>;
export type SavedView = ReplyOf<"/api/portal/saved-views">["views"][number];
