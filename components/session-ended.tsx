"use client";

import { usePathname } from "next/navigation";
import { Button } from "./ui/button";
import { Dialog, DialogActions } from "./ui/dialog";

/** Dialog for an expired session. The page stays readable behind it. */
export function SessionEnded({ signInPath }: { signInPath: string }) {
  const pathname = usePathname();
  return (
    <Dialog
      title="Your session has ended"
      description="For safety you are signed out after a while. Nothing was lost; sign in to go on where you were."
    >
      <DialogActions>
        <Button asChild variant="primary">
          <a href={`${signInPath}?next=${encodeURIComponent(pathname)}`}>Sign in</a>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
