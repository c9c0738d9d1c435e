import { z } from "zod";
import { Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { isCleanText, isPlainText } from "@/lib/base/text";
import { SAVED_VIEW_LISTS } from "@/lib/db/schema/users";

const List = z.enum(SAVED_VIEW_LISTS);

const ViewName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => isCleanText(name) && isPlainText(name), "must not contain control characters");

/** A query string such as `status=active&sort=oldest`. */
const ViewQuery = z
  .string()
  .max(2_000)
  .regex(/^[\w\-.~*%+=&@,:]*$/, "must be a query string");

export const SavedViewParams = z.strictObject({ id: Uuid });

export const ListViewsQuery = z.strictObject({ list: List });

export const SaveViewBody = inBothShapes(
  z.strictObject({ list: List, name: ViewName, query: ViewQuery }),
);

export const ChangeViewBody = inBothShapes(
  z.strictObject({
    name: ViewName.optional(),
    query: ViewQuery.optional(),
    isShared: z.boolean().optional(),
  }),
);

const SavedViewView = z.object({
  id: z.guid(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
});

export const savedViewsReply = sameListReply("views", SavedViewView);

export const savedViewReply = sameReply(SavedViewView);
