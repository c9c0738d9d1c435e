// Loaded before an instance's program: its Date runs ahead of the machine's by what its supervisor says, at the start
// and later over IPC. Timers and performance.now() are those of the machine.
const RealDate = Date;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);

process.on("message", (/** @type {{ clockShiftMs?: number } | null} */ message) => {
  shiftMs = message?.clockShiftMs ?? shiftMs;
});

const now = () => RealDate.now() + shiftMs;

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
Object.defineProperty(RealDate.prototype, "constructor", { value: ShiftedDate });
globalThis.Date = ShiftedDate;
