import type { ApiKey } from "@/components/keys/words";
import { Chip, Tag } from "@/components/ui/chip";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { API_SCOPES } from "@/lib/context";
import { KeyActions, type KeyDeed } from "./key-actions";
import { keyState } from "./words";

/** The columns of the list; without `onDeed` nobody may change a key. */
export const keyColumns = (
  onDeed: ((deed: KeyDeed, key: ApiKey) => void) | null,
): Column<ApiKey>[] => [
  {
    id: "name",
    header: "Name",
    phone: "what",
    cell: (key) => (
      <div className="min-w-0 md:py-2">
        <p className="max-w-64 truncate font-medium">{key.name}</p>
        <p className="font-mono text-sm text-muted">
          {key.prefix}…{key.last4}
        </p>
      </div>
    ),
  },
  {
    id: "state",
    header: "Status",
    phone: "amount",
    cell: (key) => {
      const { word, tone } = keyState(key, new Date());
      return <Chip tone={tone}>{word}</Chip>;
    },
  },
  {
    id: "allowed",
    header: "Allowed",
    phone: "hidden",
    from: "lg",
    cell: (key) => (
      <div className="flex max-w-80 flex-wrap gap-1 py-2">
        {key.scopes.length === API_SCOPES.length ? (
          <span className="text-muted">Everything</span>
        ) : (
          key.scopes.map((scope) => <Tag key={scope}>{scope}</Tag>)
        )}
      </div>
    ),
  },
  {
    id: "shape",
    header: "Shape",
    phone: "hidden",
    from: "xl",
    cell: (key) => <span className="text-muted">{key.shape}</span>,
  },
  {
    id: "used",
    header: "Last used",
    phone: "when",
    cell: (key) => (
      <span className="text-muted">
        <span className="md:hidden">Last used </span>
        {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : "never"}
      </span>
    ),
  },
  {
    id: "created",
    header: "Created",
    phone: "hidden",
    from: "xl",
    cell: (key) => (
      <div className="text-sm text-muted">
        <Time at={key.createdAt} />
        <p className="max-w-40 truncate">by {key.createdBy}</p>
      </div>
    ),
  },
  {
    id: "expires",
    header: "Expires",
    phone: "hidden",
    from: "lg",
    cell: (key) => (
      <span className="text-muted">{key.expiresAt ? <Time at={key.expiresAt} /> : "never"}</span>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    headerHidden: true,
    phone: "state",
    align: "right",
    cell: (key) => onDeed && <KeyActions apiKey={key} onDeed={(deed) => onDeed(deed, key)} />,
  },
];
