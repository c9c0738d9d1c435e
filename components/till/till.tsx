"use client";

import { CloudOff, Copy } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { DigitalScreen, LoadScreen, RedeemScreen, RefundScreen } from "./amount-screens";
import { focusFirst, TillButton } from "./button";
import { CardScreen } from "./card-screen";
import { type OpenTill, OpenTillProvider, useOpenTill } from "./context";
import { FindScreen } from "./find-card";
import { TillFrame } from "./frame";
import { HomeScreen } from "./home-screen";
import { NoticeScreen } from "./notice-screen";
import { OperationScreen } from "./operation-screen";
import { PairScreen } from "./pair-screen";
import { ReceiptScreen, ReverseScreen } from "./receipt-screen";
import { SignInScreen } from "./sign-in-screen";
import type { Device, Screen, TillSession } from "./types";
import { useOperation } from "./use-operation";
import { usePairingCode } from "./use-pairing-code";
import { useShowCard } from "./use-show-card";
import { useSingleTab } from "./use-single-tab";
import { useTill } from "./use-till";
import { announcementOf } from "./words";

const ClosingScreen = dynamic(() =>
  import("./closing-screen").then((module) => module.ClosingScreen),
);

/** The till: a full-screen page for one paired device. */
export function Till() {
  const t = useTranslations("till");
  const { own, take } = useSingleTab();
  const till = useTill();
  const { device, error, load, hide, pair } = till;
  const [pairingCode, setPairingCode] = usePairingCode();
  useShell();
  // A tab that gets the till back may have been locked by the other one.
  useEffect(() => {
    if (own) void load();
    else if (own === false) hide();
  }, [own, load, hide]);

  if (own === false) {
    return (
      <TillFrame device={null}>
        <NoticeScreen
          icon={<Copy aria-hidden />}
          title={t("elsewhere.title")}
          text={t("elsewhere.text")}
        >
          <TillButton ref={focusFirst} look="primary" onClick={take}>
            {t("elsewhere.use")}
          </TillButton>
        </NoticeScreen>
      </TillFrame>
    );
  }
  if (!own || !device) {
    return (
      <TillFrame device={null}>
        {error ? (
          <NoticeScreen
            icon={<CloudOff aria-hidden />}
            title={t("failed.title")}
            text={t("failed.text")}
          >
            <TillButton ref={focusFirst} look="primary" onClick={() => void load()}>
              {t("failed.retry")}
            </TillButton>
          </NoticeScreen>
        ) : (
          <TillSkeleton />
        )}
      </TillFrame>
    );
  }
  if (device === "unpaired" || pairingCode) {
    const keep = () => setPairingCode(null);
    return (
      <TillFrame device={null}>
        <PairScreen
          code={pairingCode}
          current={device === "unpaired" ? null : { device, onKeep: keep }}
          onPair={(code) => pair(code).then(keep)}
        />
      </TillFrame>
    );
  }
  return <PairedTill key={device.device.id} till={till} device={device} />;
}

/** Keeps the page's shell in the browser, which then opens without a connection, to say that there is none. */
function useShell() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    // Without it, the page works all the same.
    void navigator.serviceWorker.register("/till/sw.js", { scope: "/till" }).catch(() => {});
  }, []);
}

function TillSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("states.loading")} className="grid gap-4">
      <span className="block h-14 animate-wait rounded-md bg-hover" />
      <span className="block h-40 animate-wait rounded-md bg-hover" />
    </div>
  );
}

type PairedProps = { till: ReturnType<typeof useTill>; device: Device };

/** A paired till: locked, or with a cashier. An operation whose outcome isn't known outlives both. */
function PairedTill({ till: { call, lock, load, signIn }, device }: PairedProps) {
  const t = useTranslations("till");
  const { session } = device;
  const running = useOperation({ storeId: device.store.id, open: session !== null, call });
  const [screen, go] = useState<Screen>({ at: "home" });
  useEffect(() => {
    if (!session) go({ at: "home" });
  }, [session]);
  useBackToHome(useCallback(() => go({ at: "home" }), []));
  if (!session) {
    return (
      <TillFrame device={device}>
        <SignInScreen
          cashiers={device.cashiers}
          pending={running.state !== null}
          onSignIn={signIn}
          onRefresh={() => void load()}
        />
      </TillFrame>
    );
  }
  return (
    <TillFrame
      device={device}
      onLock={() => void lock()}
      announcement={announcementOf(t, screen, running.state)}
    >
      <OpenTillScreens
        {...{ device, session, call, go, screen, running }}
        start={(operation) => void running.start(operation)}
      />
    </TillFrame>
  );
}

/** The browser's Back, and the gesture for it, go to the till's first screen instead of another page. */
function useBackToHome(goHome: () => void) {
  useEffect(() => {
    const stay = () => history.pushState(null, "");
    const back = () => {
      stay();
      goHome();
    };
    stay();
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, [goHome]);
}

type OpenProps = Omit<OpenTill, "session"> & {
  session: TillSession;
  screen: Screen;
  running: ReturnType<typeof useOperation>;
};

function OpenTillScreens({ screen, running, ...till }: OpenProps) {
  return (
    <OpenTillProvider value={till}>
      {running.state ? <Running running={running} /> : <Shown screen={screen} />}
    </OpenTillProvider>
  );
}

function Running({ running }: Pick<OpenProps, "running">) {
  const { state, start, cancel, dismiss } = running;
  const showCard = useShowCard();
  const { go } = useOpenTill();
  const done = useCallback(
    (typed?: string) => {
      go({ at: "home", ...(typed && { typed }) });
      dismiss();
    },
    [go, dismiss],
  );
  if (!state) return null;
  return (
    <OperationScreen
      state={state}
      onRetry={(operation) => void start(operation)}
      onCancel={(operation) => void cancel(operation)}
      onDone={done}
      onCard={(uuid) => void showCard(uuid).then(dismiss)}
    />
  );
}

function Shown({ screen }: { screen: Screen }) {
  switch (screen.at) {
    case "home":
      return <HomeScreen typed={screen.typed} />;
    case "find":
      return <FindScreen purpose={screen.purpose} />;
    case "card":
      return <CardScreen found={screen.found} />;
    case "redeem":
      return <RedeemScreen card={screen.card} />;
    case "load":
      return <LoadScreen card={screen.card} />;
    case "digital":
      return <DigitalScreen />;
    case "receipt":
      return <ReceiptScreen receipt={screen.receipt} />;
    case "refund":
      return <RefundScreen receipt={screen.receipt} />;
    case "reverse":
      return <ReverseScreen receipt={screen.receipt} />;
    case "closing":
      return <ClosingScreen />;
  }
}
