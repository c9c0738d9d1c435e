"use client";

import { Button } from "./ui/button";
import { Dialog, DialogActions } from "./ui/dialog";

/** Told as soon as the server sees that this page shows another store than the session's. */
export const StoreChanged = () => (
  <Dialog
    title="You now work in another store"
    description="You turned to it in another tab or window. This page still shows the store before, and changed nothing since."
  >
    <DialogActions>
      <Button asChild variant="primary">
        {/* The start: what this page shows need not exist in the other store. */}
        <a href="/">Reload</a>
      </Button>
    </DialogActions>
  </Dialog>
);
