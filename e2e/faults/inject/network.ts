import type { Link } from "../system/parts";
import type { Injection, Target } from "./injection";

/** Most answers and requests are shorter than this, so a cut hits the middle of one. */
const MAX_BYTES_TO_CUT = 4_000;
const CUTS = 4;
const SLOW_MS = [20, 100, 300];
/** Before one is lost. A database's first chunks are of the sign-in and a `begin`; a commit's is among the next. */
const MAX_CHUNKS = 40;
/** A client has few responses on a connection, in one or two chunks each. */
const MAX_CHUNKS_TO_CLIENT = 4;

/** How often a link of the service itself is chosen, compared to one to a receiver, the shop or the mail server. */
const WEIGHT_OF_OWN = 3;

/** Chooses a link by weight. */
const pickProxy = ({ system: { proxies }, pick }: Target): Link =>
  pick(
    proxies.flatMap((proxy) =>
      Array<Link>(proxy.name.startsWith("instances > ") ? 1 : WEIGHT_OF_OWN).fill(proxy),
    ),
  );

const byProxy =
  (start: (proxy: Link) => void, end: (proxy: Link) => void): Injection =>
  async (target) => {
    const proxy = pickProxy(target);
    start(proxy);
    return { detail: { between: proxy.name }, end: async () => end(proxy) };
  };

/** Cuts all connections between two parts, several times, each after a random number of bytes. */
export const cutConnections: Injection = async (target) => {
  const { pick, below, lastsMs } = target;
  const proxy = pickProxy(target);
  const cuts: { direction: string; bytes: number; connections: number }[] = [];
  const cut = () => {
    const direction = pick(["toServer", "toClient"] as const);
    const bytes = below(3) === 0 ? 0 : below(MAX_BYTES_TO_CUT);
    cuts.push({ direction, bytes, connections: proxy.open() });
    proxy.cutAfter(direction, bytes);
  };
  cut();
  const timer = setInterval(cut, lastsMs / CUTS);
  return {
    detail: { between: proxy.name },
    end: async () => {
      clearInterval(timer);
      return { cuts };
    },
  };
};

/** The other side does its work, such as a commit, and the answer never arrives. */
export const loseReplies: Injection = async (target) => {
  const proxy = pickProxy(target);
  const most = proxy.name.startsWith("clients > ") ? MAX_CHUNKS_TO_CLIENT : MAX_CHUNKS;
  let connections = 0;
  proxy.losing("toClient", () => {
    connections++;
    return target.below(most + 1);
  });
  return {
    detail: { between: proxy.name },
    end: async () => {
      proxy.losing(null);
      return { connections };
    },
  };
};

/** Neither side hears from the other, and neither gets an error. */
export const halfOpen = byProxy(
  (proxy) => proxy.halfOpen(true),
  (proxy) => proxy.halfOpen(false),
);

export const slowNetwork: Injection = async (target) => {
  const proxy = pickProxy(target);
  const delayMs = target.pick(SLOW_MS);
  proxy.delaying(delayMs);
  return { detail: { between: proxy.name, delayMs }, end: async () => proxy.delaying(0) };
};
