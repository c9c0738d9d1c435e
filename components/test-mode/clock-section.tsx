import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReplyOf } from "@/components/api";
import { readOptions, usePost } from "@/components/queries";
import { toast, toastError } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { Loaded, Skeletons } from "@/components/ui/states";
import { durationInWords } from "./duration";

const steps = [
  { label: "1 minute", seconds: 60 },
  { label: "1 hour", seconds: 60 * 60 },
  { label: "1 day", seconds: 24 * 60 * 60 },
  { label: "31 days", seconds: 31 * 24 * 60 * 60 },
  { label: "366 days", seconds: 366 * 24 * 60 * 60 },
];

type Clock = ReplyOf<"/api/v1/test/clock">;

/** The test store's time, with buttons that move it forward. */
export function ClockSection() {
  const router = useRouter();
  const query = useQuery(readOptions(["test-clock"], "/api/v1/test/clock"));
  const advance = usePost("/api/v1/test/clock", {
    refresh: [[]],
    done: (_, { advanceSeconds }) => {
      toast(`Clock moved ${durationInWords(advanceSeconds)} forward`);
      // The banner at the top shows the clock too.
      router.refresh();
    },
    failed: toastError,
  });
  return (
    <Section title="Clock">
      <Loaded
        query={query}
        what="The clock"
        loading={<Skeletons label="Loading the clock" bars={["h-5 w-64"]} />}
      >
        {(clock) => <ClockTime clock={clock} />}
      </Loaded>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm text-muted">Move it forward by</legend>
        <div className="flex flex-wrap gap-2">
          {steps.map(({ label, seconds }) => (
            <Button
              key={seconds}
              disabled={advance.isPending}
              onClick={() => advance.mutate({ advanceSeconds: seconds })}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      <p className="max-w-prose text-sm text-muted">
        Balances, holds and gifts expire and webhook retries become due as if the time had passed.
        The clock can't be moved back.
      </p>
    </Section>
  );
}

const ClockTime = ({ clock }: { clock: Clock }) => (
  <p className="tabular-nums">
    <b className="font-semibold">
      <Time at={clock.now} exact />
    </b>
    <span className="text-muted">
      {clock.aheadSeconds > 0
        ? ` · ${durationInWords(clock.aheadSeconds)} ahead of real time`
        : " · Real time"}
    </span>
  </p>
);
