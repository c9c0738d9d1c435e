import type { FaultSpan, Index } from "./index-history";
import { text } from "./json";

/** Faults that end or stop an instance's process. */
const ENDS_APP = ["kill app", "end app", "change release"];
const STOPS_APP = ["stop app"];
/** Faults between two parts. */
const ON_LINK = ["half-open connections", "slow network", "lose replies", "cut connections"];
/** What clients of the service don't notice. */
const UNNOTICED = ["shift clock", "bad receivers", "bad shop"];

/** Whether a fault hit this instance. Until it ends, the history doesn't say which one it hit. */
const isOf = ({ detail, endsMs }: FaultSpan, instance: string): boolean => {
  const one = text(detail, "instance");
  return one === instance || (one === undefined && endsMs === Infinity);
};

/** Whether a fault ends the process of an instance. A change of the release ends all of them. */
export const endsProcess = (span: FaultSpan, instance: string): boolean =>
  span.fault.name === "change release" ||
  (ENDS_APP.includes(span.fault.name) && isOf(span, instance));

/** Whether a fault is between clients and an instance, such as `clients > one`. */
const isOnClientLink = ({ fault, detail, endsMs }: FaultSpan, instance: string): boolean => {
  if (!ON_LINK.includes(fault.name)) return false;
  const between = text(detail, "between");
  return between === undefined ? endsMs === Infinity : between.endsWith(`> ${instance}`);
};

/** Whether a fault keeps the answers of an instance from its clients until it ends. */
export const keepsAnswers = (span: FaultSpan, instance: string): boolean =>
  (STOPS_APP.includes(span.fault.name) && isOf(span, instance)) || isOnClientLink(span, instance);

/** Whether clients can notice a fault. They don't see what instances ask other services, such as receivers. */
export const isNoticed = ({ fault, detail }: FaultSpan): boolean =>
  !UNNOTICED.includes(fault.name) && !text(detail, "between")?.startsWith("instances > ");

/** The faults that were there at any time of a period. */
export const faultsBetween = ({ faults }: Pick<Index, "faults">, fromMs: number, toMs: number) =>
  faults.filter(({ beginsMs, endsMs }) => beginsMs <= toMs && endsMs >= fromMs);
