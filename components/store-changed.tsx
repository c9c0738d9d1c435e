"use client";

import { Button } from "./ui/button";
import { Dialog, DialogActions } from "./ui/dialog";

/** Dialog shown when the session has switched to another store than this page's. */
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
