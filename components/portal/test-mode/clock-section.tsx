import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { readOptions } from "@/components/kit/api/read-options";
import { toast, useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Time } from "@/components/kit/ui/format";
import { Section } from "@/components/kit/ui/section";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { durationInWords } from "./duration";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const stepsInSeconds = [minute, hour, day, 31 * day, 366 * day];

type Clock = ReplyOf<"/api/v1/test/clock">;

/** The test store's time, with buttons that move it forward. */
export function ClockSection() {
  const t = useTranslations("testMode");
  const router = useRouter();
  const query = useQuery(readOptions(["test-clock"], "/api/v1/test/clock"));
  const advance = usePost("/api/v1/test/clock", {
    refresh: [[]],
    done: (_, { advanceSeconds }) => {
      toast(t("clock.moved", { duration: durationInWords(t, advanceSeconds) }));
      // The banner at the top shows the clock too.
      router.refresh();
    },
    failed: useToastError(),
  });
  return (
    <Section title={t("clock.title")}>
      <Loaded query={query} loading={<Skeletons bars={["h-5 w-64"]} />}>
        {(clock) => <ClockTime clock={clock} />}
      </Loaded>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm text-muted">{t("clock.moveBy")}</legend>
        <div className="flex flex-wrap gap-2">
          {stepsInSeconds.map((seconds) => (
            <Button
              key={seconds}
              disabled={advance.isPending}
              onClick={() => advance.mutate({ advanceSeconds: seconds })}
            >
              {durationInWords(t, seconds)}
            </Button>
          ))}
        </div>
      </fieldset>
      <p className="max-w-prose text-sm text-muted">{t("clock.effects")}</p>
    </Section>
  );
}

function ClockTime({ clock }: { clock: Clock }) {
  const t = useTranslations("testMode");
  return (
    <p className="tabular-nums">
      <b className="font-semibold">
        <Time at={clock.now} exact />
      </b>
      <span className="text-muted">
        {" · "}
        {clock.aheadSeconds > 0
          ? t("clock.ahead", { duration: durationInWords(t, clock.aheadSeconds) })
          : t("clock.realTime")}
      </span>
    </p>
  );
}
