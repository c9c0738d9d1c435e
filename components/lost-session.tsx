import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";

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

/** Dialog shown when the session has switched to a store other than this page's. */
export const StoreChanged = () => (
  <Dialog
    title="You now work in another store"
    description="You turned to it in another tab or window. This page still shows the store before, and changed nothing since."
  >
    <DialogActions>
      <Button asChild variant="primary">
        {/* Reloads at the start page, because this page's content may not exist in the other store. */}
        <a href="/">Reload</a>
      </Button>
    </DialogActions>
  </Dialog>
);
