import type { DocumentNode, FieldNode, SelectionSetNode } from "graphql";

const MUTATION_POINTS = 10;

/** The field's key in the response. */
const keyOf = (field: FieldNode): string => (field.alias ?? field.name).value;

const fieldsOf = (set: SelectionSetNode | undefined): FieldNode[] =>
  (set?.selections ?? []).filter((selection) => selection.kind === "Field");

function pageSize(field: FieldNode): number | null {
  const first = field.arguments?.find(({ name }) => name.value === "first")?.value;
  return first?.kind === "IntValue" ? Number(first.value) : null;
}

/**
 * Query cost: 1 point per object; a page costs 2 plus its objects (requested, or those in `data` if given).
 */
function fieldPoints(field: FieldNode, data: unknown): number {
  const children = fieldsOf(field.selectionSet);
  if (children.length === 0) return 0;
  const inside = (name: string) => (data as Record<string, unknown> | undefined)?.[name];
  const size = pageSize(field);
  if (size === null) {
    return children.reduce((sum, child) => sum + fieldPoints(child, inside(keyOf(child))), 1);
  }
  const nodes = children.find(({ name }) => name.value === "nodes");
  const each = 1 + fieldsOf(nodes?.selectionSet).reduce((sum, f) => sum + fieldPoints(f, null), 0);
  const found = inside("nodes");
  return 2 + each * (Array.isArray(found) ? found.length : size);
}

/** The maximum cost of a document in points, or with `data`, its actual cost. */
export function pointsOf(document: DocumentNode, data?: unknown): number {
  let points = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== "OperationDefinition") continue;
    for (const field of fieldsOf(definition.selectionSet)) {
      const result = (data as Record<string, unknown> | undefined)?.[keyOf(field)];
      points += definition.operation === "mutation" ? MUTATION_POINTS : fieldPoints(field, result);
    }
  }
  return points;
}

/** Points that refill over time. */
export class RefillingPoints {
  private available: number;
  private atMs = performance.now();
  /** Requests that cost more points than there were. */
  beyond = 0;

  constructor(
    readonly maximum: number,
    readonly perSecond: number,
  ) {
    this.available = maximum;
  }

  level(): number {
    const nowMs = performance.now();
    const filled = this.available + ((nowMs - this.atMs) / 1_000) * this.perSecond;
    this.available = Math.min(this.maximum, filled);
    this.atMs = nowMs;
    return this.available;
  }

  draw(points: number): boolean {
    if (this.level() < points) {
      this.beyond++;
      return false;
    }
    this.available -= points;
    return true;
  }

  giveBack(points: number): void {
    this.available = Math.min(this.maximum, this.level() + points);
  }

  status() {
    const { maximum: maximumAvailable, perSecond: restoreRate } = this;
    return { maximumAvailable, currentlyAvailable: Math.floor(this.level()), restoreRate };
  }
}
