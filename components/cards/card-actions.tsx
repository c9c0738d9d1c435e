"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useMayWrite } from "@/components/session";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import type { Movement } from "./movements";
import { useExpired } from "./state-chip";

// Forms are heavy: loaded when one is opened.
const AssignDialog = dynamic(async () => (await import("./assign-dialog")).AssignDialog);
const DisableDialog = dynamic(async () => (await import("./disable-dialog")).DisableDialog);
const MovementDialog = dynamic(async () => (await import("./movement-dialog")).MovementDialog);

type Task = Movement | "assign" | "disable";

/** What can be done with the card in its state; nothing for those who may only read. */
export function CardActions({ card }: { card: Card }) {
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const expired = useExpired(card);
  if (!mayWrite || card.status === "disabled") return null;

  return (
    <div className="flex flex-wrap gap-2">
      {card.status === "inactive" ? (
        <>
          <Button variant="primary" onClick={() => setTask("activate")}>
            Activate
          </Button>
          <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => setTask("disable")}>
            Void
          </Button>
        </>
      ) : (
        <>
          <Button
            variant={expired ? "secondary" : "primary"}
            disabled={expired}
            {...(expired && { title: "An expired card can't be redeemed. Top it up first." })}
            onClick={() => setTask("redeem")}
          >
            Redeem
          </Button>
          <Button variant={expired ? "primary" : "secondary"} onClick={() => setTask("topUp")}>
            Top up
          </Button>
          {!card.ownerEmail && <Button onClick={() => setTask("assign")}>Assign</Button>}
          <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => setTask("disable")}>
            Disable
          </Button>
        </>
      )}
      {task === "assign" && <AssignDialog card={card} onClose={close} />}
      {task === "disable" && <DisableDialog card={card} onClose={close} />}
      {task && task !== "assign" && task !== "disable" && (
        <MovementDialog card={card} movement={task} onClose={close} />
      )}
    </div>
  );
}
