import { z } from "zod";
import {
  KEY_PATTERN,
  MAX_PAIRS,
  MAX_VALUE_CHARS,
  type Metadata as Pairs,
  pairProblem,
  sizeProblem,
} from "@/lib/base/metadata";
import type { MetadataEdit } from "@/lib/domain/cards/edit-metadata";
import { Note, ReferenceId } from "./fields";
import { inBothShapes, type ShapedSchema } from "./shapes";

type Sent = Record<string, string | null>;

/** Pairs whose every problem names its key: `metadata.order`. */
const pairs = <T extends Sent>(problemOf: (key: string, value: unknown) => string | null) =>
  z.custom<T>(isRecord, "must be an object").superRefine((sent, context) => {
    const entries = Object.entries(sent);
    if (entries.length > MAX_PAIRS) {
      context.addIssue({ code: "custom", message: `must have at most ${MAX_PAIRS} pairs` });
      return;
    }
    for (const [key, value] of entries) {
      const message = problemOf(key, value);
      if (message) context.addIssue({ code: "custom", path: [key], message });
    }
  });

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Without empty values, which count as absent; undefined if nothing is left. */
function withoutEmpty(sent: Pairs): Pairs | undefined {
  const kept = Object.entries(sent).filter(([, value]) => value !== "");
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const EXAMPLE = { order: "10482" };

const pairsOf = (value: object) => ({
  type: "object" as const,
  maxProperties: MAX_PAIRS,
  propertyNames: { pattern: KEY_PATTERN.source },
  additionalProperties: { maxLength: MAX_VALUE_CHARS, ...value },
  example: EXAMPLE,
});

const documented = (description: string, value: object) => ({ ...pairsOf(value), description });

/** The pairs of a new card or movement. */
export const Metadata = pairs<Pairs>(pairProblem)
  .transform((sent, context) => {
    const kept = withoutEmpty(sent);
    const message = kept && sizeProblem(kept);
    if (message) context.addIssue({ code: "custom", message });
    return kept;
  })
  .meta(
    documented(
      "Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.",
      {
        type: "string",
      },
    ),
  );

/** A change of pairs. The pairs that result are checked where they are merged. */
const MetadataChange = pairs<Sent>((key, value) => pairProblem(key, value ?? ""))
  .meta(pairsOf({ type: ["string", "null"] }))
  .nullable()
  .meta({
    description:
      'Pairs to set. A value of null or `""` removes a pair. Other pairs stay the same. To remove all pairs, send null instead of an object.',
  });

/** Pairs that must all be there: `metadata[order]=10482`. Sorted, because a cursor is bound to them. */
export const MetadataFilter = pairs<Pairs>((key, value) =>
  value === "" ? "must have at least 1 character" : pairProblem(key, value),
)
  .refine(
    (sent) => Object.keys(sent).length > 0,
    "must contain a key, such as metadata[order]=10482",
  )
  .transform((sent): Pairs => Object.fromEntries(Object.entries(sent).sort()))
  .meta(
    documented("Only items with all of these pairs, such as `metadata[order]=10482`.", {
      type: "string",
    }),
  );

export const MetadataView = z.record(z.string(), z.string()).meta({
  description: "Your own key-value pairs of strings.",
  example: EXAMPLE,
});

/** What a caller attaches to a movement. */
export const NOTED_FIELDS = {
  note: Note.optional(),
  referenceId: ReferenceId.optional(),
  metadata: Metadata.optional(),
};

export const UpdateCardBody: ShapedSchema<Omit<MetadataEdit, "cardId">> = inBothShapes(
  z.strictObject({ metadata: MetadataChange.optional() }),
);
