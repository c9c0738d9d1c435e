import { useCallback, useEffect, useState } from "react";
import { ApiError, get, post, refusalOf, unreachable, url } from "@/components/kit/api/api";
import {
  isDecision,
  type Operation,
  removeOperation,
  sendOperation,
  storedOperation,
  storeOperation,
} from "./operation";
import type { Receipt } from "./types";

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;
// Asking postpones the lock, so a till that nobody looks at stops asking.
const maxResponses = 10;

/** An operation and what is known about it. Only the server's responses decide it. */
export type OperationState = { operation: Operation } & (
  | { phase: "sending" | "cancelling" | "cancelled" }
  /** `absent`: the server hasn't received it so far. */
  | { phase: "unknown"; absent: boolean }
  | { phase: "completed"; receipt: Receipt }
  | { phase: "refused"; error: ApiError }
);

const isDecided = ({ phase }: OperationState) =>
  phase === "completed" || phase === "refused" || phase === "cancelled";

type Options = {
  storeId: string;
  /** Whether a cashier is at the till. Without one, the outcome can't be requested. */
  open: boolean;
  /** Runs a request of a cashier, and locks the till if it is refused as unauthorized. */
  call: <Reply>(request: () => Promise<Reply>) => Promise<Reply>;
};

/** The operation on the screen: one that was stored before a reload, or the one that runs. */
function useOperationState({ storeId, open }: Omit<Options, "call">) {
  const [state, setState] = useState<OperationState | null>(null);

  useEffect(() => {
    if (!open) return;
    const stored = storedOperation(storeId);
    setState((current) =>
      stored && stored.key !== current?.operation.key
        ? { phase: "unknown", operation: stored, absent: false }
        : current,
    );
  }, [storeId, open]);

  // A locked till shows no result. One that nobody has left yet is shown again after the next PIN.
  useEffect(() => {
    if (!open) setState((current) => (current && isDecided(current) ? null : current));
  }, [open]);

  const decide = useCallback(
    (decided: OperationState) => {
      // What went through stays until someone leaves its screen: a new card's code is nowhere else.
      if (decided.phase !== "completed") removeOperation(storeId, decided.operation);
      setState(decided);
    },
    [storeId],
  );
  return { state, setState, decide };
}

/** Runs one operation at a time and keeps it, across reloads and cashiers, until its outcome is known. */
export function useOperation({ storeId, open, call }: Options) {
  const { state, setState, decide } = useOperationState({ storeId, open });

  const send = useCallback(
    async (operation: Operation) => {
      const running = storedOperation(storeId);
      if (running && running.key !== operation.key) {
        return setState({ phase: "unknown", operation: running, absent: false });
      }
      const sent = { ...operation, attempts: operation.attempts + 1 };
      if (!storeOperation(storeId, sent)) {
        if (operation.attempts > 0) return setState({ phase: "unknown", operation, absent: false });
        return setState({ phase: "refused", operation, error: notStored() });
      }
      setState({ phase: "sending", operation: sent });
      try {
        const { receipt } = await call(() => sendOperation(sent));
        decide({ phase: "completed", operation: sent, receipt });
      } catch (error) {
        if (isDecision(error, sent)) decide({ phase: "refused", operation: sent, error });
        else setState({ phase: "unknown", operation: sent, absent: false });
      }
    },
    [storeId, call, decide, setState],
  );

  /** Shows what the server says about an operation. */
  const learn = useCallback(
    (operation: Operation, outcome: Outcome) => {
      const { state: found, receipt, error, message } = outcome;
      if (found === "completed" && receipt) decide({ phase: "completed", operation, receipt });
      else if (found === "refused") {
        decide({ phase: "refused", operation, error: refusalOf(400, { error, message }) });
      } else if (found === "cancelled") decide({ phase: "cancelled", operation });
      else setState({ phase: "unknown", operation, absent: found === "unknown" });
    },
    [decide, setState],
  );

  const cancel = useCallback(
    async (operation: Operation) => {
      setState({ phase: "cancelling", operation });
      const { key, receiptNumber } = operation;
      const path = url("/api/till/outcomes/{key}/cancel", { key });
      try {
        learn(operation, requireOutcome(await call(() => post(path, { receiptNumber }))));
      } catch {
        setState({ phase: "unknown", operation, absent: false });
      }
    },
    [call, learn, setState],
  );

  const unknown = state?.phase === "unknown" ? state.operation : null;
  useOutcome({ operation: open ? unknown : null, call, learn });

  const dismiss = useCallback(() => {
    if (state && isDecided(state)) removeOperation(storeId, state.operation);
    setState(null);
  }, [storeId, state, setState]);
  return { state, start: send, cancel, dismiss };
}

type Outcome = {
  state: "completed" | "refused" | "cancelled" | "unknown";
  receipt: Receipt | null;
  error: string | null;
  message: string | null;
};

/** A response, which is null if the connection was lost in the middle of it. */
function requireOutcome(outcome: Outcome | null): Outcome {
  if (!outcome?.state) throw unreachable();
  return outcome;
}

const outcomeOf = async ({ key, receiptNumber }: Operation): Promise<Outcome> =>
  requireOutcome(await get(url("/api/till/outcomes/{key}", { key }), { receiptNumber }));

const notStored = () => new ApiError({ status: 0, code: "not_stored" });

type OutcomeOptions = Pick<Options, "call"> & {
  /** The operation to ask about; null for none. */
  operation: Operation | null;
  learn: (operation: Operation, outcome: Outcome) => void;
};

/** Asks what became of an operation until it is known, with growing pauses, and whenever the connection is back. */
function useOutcome({ operation, call, learn }: OutcomeOptions) {
  useEffect(() => {
    if (!operation) return;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = 0;
    let responses = 0;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, pauseMs);
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
    };
    const ask = async () => {
      const outcome = await call(() => outcomeOf(operation)).catch(() => null);
      if (ended) return;
      if (outcome) learn(operation, outcome);
      responses += outcome ? 1 : 0;
      if (!outcome || (outcome.state === "unknown" && responses < maxResponses)) again();
    };
    const now = () => {
      pauseMs = 0;
      responses = 0;
      again();
    };
    again();
    window.addEventListener("online", now);
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener("online", now);
    };
  }, [operation, call, learn]);
}
