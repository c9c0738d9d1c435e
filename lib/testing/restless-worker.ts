import { vi } from "vitest";

const actual = await vi.importActual<typeof import("@/lib/base/worker")>("@/lib/base/worker");

/** Mock of createWorker(): the worker doesn't pause after a claim that found nothing. */
export const createWorker: typeof actual.createWorker = (options) =>
  actual.createWorker({ ...options, limits: { ...options.limits, pauseMs: 0 } });
