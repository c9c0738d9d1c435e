// Generated from openapi.json by `npm run clients`.

export interface paths {
    "/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cards
         * @description With `updatedSince`, returns only cards that changed at or after that time, oldest change first. `total` is then null unless all cards fit on the first page. Placing or ending a hold doesn't count as a change. To keep a copy of your cards up to date, send the time of your previous request minus 1 minute.
         *
         *     Scope: `cards:read`.
         */
        get: operations["listCards"];
        put?: never;
        /**
         * Create a card
         * @description The card is inactive and has a balance of 0 until you activate it.
         *
         *     Scope: `cards:write`.
         *
         *     Limit: 50 requests in any 60 seconds (create).
         */
        post: operations["createCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load a card by code
         * @description Finds a card by its code or UUID. Activates the card if it's inactive, or tops it up if it's active. For tills that scan codes. Wrong codes count against the same limit as in `POST /cards/lookup`.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         *
         *     Limit: 20 requests in any 60 seconds (activate).
         */
        post: operations["loadCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a card by code
         * @description Returns the same response as `GET /cards/{uuid}`. Lookups are POST requests, which keep codes out of URLs and logs. A key can send up to 300 wrong codes in 15 minutes.
         *
         *     Scope: `cards:read`.
         */
        post: operations["lookUpCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a card by code
         * @description Finds a card by its code or UUID and redeems it. Tills that scan codes need only this request instead of a lookup and a debit. With `allowPartial`, redeems the available balance if it's less than the amount, and the response says how much is left to pay. Wrong codes count against the same limit as in `POST /cards/lookup`.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["redeemCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a card
         * @description Includes the card's balance and latest transactions.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a card
         * @description Updates the card's metadata. Sets the pairs you send, removes pairs whose value is null or empty, and keeps the others. Works for cards in any status.
         *
         *     Scope: `cards:write`.
         */
        patch: operations["updateCard"];
        trace?: never;
    };
    "/cards/{uuid}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a card
         * @description Adds the initial balance to a card when you sell it.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 20 requests in any 60 seconds (activate).
         */
        post: operations["activateCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a card's balance
         * @description Scope: `cards:read`.
         */
        get: operations["getCardBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a card
         * @description Assigns an active card to a consumer. Send the consumer's `email`, and we send them a link to the card. In shape A, you can send the consumer's token in `Scrip-Consumer` instead of `email`. If you send both, they must belong to the same consumer. Shape B requires `email`. Without the card's code in `claimCode`, the key also needs the scope `money:write`. If the card already belongs to this consumer, the response is 200, and we send no email. With `email`, the store's owner must have a confirmed email address, and the email counts against the daily email quotas.
         *
         *     Scope: `cards:write`.
         */
        post: operations["claimCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up or refund a card
         * @description Adds value to an active card. The credit is a refund if you send `originalTransactionId` or the source `refund`. Otherwise, it's a top-up.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["creditCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/debit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a card
         * @description Deducts an amount from the card's balance. With `allowPartial`, redeems the available balance if it's less than the amount, and the response says how much is left to pay.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["debitCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a card
         * @description Permanent. The card accepts no more transactions, and its holds are released. A remaining balance can't be redeemed, but stays outstanding unless you write it off. To move the balance to a new card, replace the card instead of disabling it.
         *
         *     Scope: `cards:write`.
         */
        post: operations["disableCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a card
         * @description Stops a card until you unfreeze it. While a card is frozen, debits, transfers and gifts return `card_frozen`, but you can still add money. The status stays `active`, and no webhook is sent. To change the reason, freeze the card again with a new one.
         *
         *     Scope: `cards:write`.
         */
        post: operations["freezeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a card
         * @description Moves the balance of a lost card to a new, active card, and disables the old card in one step. The new card keeps the old card's consumer, expiration date, batch, PIN, metadata and holds. The old card's `replacedBy` is the new card's ID. The response contains the new card's full code and the old card's masked code. You can also replace a frozen or expired card. The two transactions, `transfer_out` and `transfer_in`, have the source `replacement` and share a `transferId`.
         *
         *     Scope: `cards:write`.
         *
         *     Limit: 50 requests in any 60 seconds (create).
         */
        post: operations["replaceCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze a card
         * @description Has no effect on a card that isn't frozen.
         *
         *     Scope: `cards:write`.
         */
        post: operations["unfreezeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{uuid}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a card's holds
         * @description Scope: `cards:read`.
         */
        get: operations["listHolds"];
        put?: never;
        /**
         * Place a hold
         * @description Reserves part of a card's balance for a sale whose final amount isn't known yet. The amount can't be used for anything else until you capture or release the hold, or the hold expires. A hold isn't a transaction and sends no webhook.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["createHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a hold
         * @description Scope: `cards:read`.
         */
        get: operations["getHold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a hold
         * @description Redeems the amount on hold, or part of it. The rest becomes available again, and you can't capture the hold twice. The redemption uses the hold's note, reference and metadata unless you send others. You can capture a hold even if the card expired after you placed the hold.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["captureHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a hold
         * @description Ends a hold without a redemption. The amount is available again immediately.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["releaseHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Scope: `cards:read`.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch
         * @description Creates up to 50,000 cards with the same settings. Returns immediately, and creates the cards within seconds. The cards are inactive and have a balance of 0 until you activate them. `GET /batches/{id}` returns the progress, and `GET /cards?batchId=` lists the cards.
         *
         *     Scope: `cards:write`.
         *
         *     Limit: 10 requests in any 60 seconds (batch).
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch
         * @description Includes the batch's progress and the number of cards in each status.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/provision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a batch to the online shop
         * @description Creates the batch's cards in the online shop: every active card in the shop's currency that isn't there yet. If the work is interrupted, send the request again to continue.
         *
         *     Scope: `cards:write`.
         */
        post: operations["provisionBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current API key
         * @description Returns the API key that sent the request, with its store, its limits and the amounts left today. Works with any key, regardless of its scopes. Use it to check a till's configuration.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List store-credit wallets
         * @description Returns a consumer's wallets, one per currency, each with its balance and its card. The list is empty if the consumer has no store credit at your store.
         *
         *     Scope: `cards:read`.
         */
        get: operations["listStoreCredit"];
        put?: never;
        /**
         * Issue store credit
         * @description Issues store credit to the consumer with the email you send. The first credit in a currency creates the consumer's wallet at your store.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 100 requests in any 3600 seconds (store-credit).
         */
        post: operations["issueStoreCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store-credit/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a store-credit wallet
         * @description Returns the wallet's balance, the consumer's email and the wallet's card.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getStoreCredit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the test clock
         * @description Only in test mode.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getTestClock"];
        put?: never;
        /**
         * Move the test clock
         * @description Only in test mode. As if the time had passed, cards, holds and gifts expire, webhook retries become due, and responses stored under an Idempotency-Key are deleted. Timestamps, rate limits and reports still use real time.
         *
         *     Scope: `money:write`.
         */
        post: operations["moveTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for test events
         * @description Only in test mode. Returns the test store's events since a cursor with the bodies that webhooks would receive, or waits for the next one. `scrip listen` uses it to forward events to your own machine.
         *
         *     Scope: `webhooks:write`.
         */
        get: operations["waitForTestEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Lists the transactions of all cards, newest first. With `keyId`, `source` or `reversed`, a page can have fewer transactions than `limit`, or none, and `total` is null unless all transactions fit on the first page. Continue until `nextCursor` is null. None of this applies if you also send `cardUuid` or `referenceId`.
         *
         *     Scope: `transactions:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transaction totals
         * @description Returns exact counts and sums, separately for each currency: for today so far, for a `day` in the store's time zone, or for a period of at most 31 days between `from` and `to`. `groupBy` is a comma-separated list of `type`, `key`, `currency` and `source`. To close out a till, group by `type,source`: reversals, refunds and write-offs are separate transactions with their own `source`. A key without the scope `transactions:read` gets only the totals of its own transactions.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getTransactionTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Includes the transaction's reversal and refunds, and the amount you can still refund.
         *
         *     Scope: `transactions:read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reversals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a transaction
         * @description Reverses a load or a redemption once, in full. To reverse a request that you didn't get a response to, send its Idempotency-Key as `idempotencyKey`. If that request moved no money, the reversal returns 200 `nothing_to_reverse`, and the request returns 409 `idempotency_key_voided` if it arrives later. You can send `idempotencyKey` for 24 hours after the request. After that, send the `transactionId`.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (money).
         */
        post: operations["createReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer a balance
         * @description Moves value from a card at your store to a card at another store, when a consumer shows you the code of the other card. The two stores need an active transfer agreement, which their owners set up under Settings → Transfers. Without one, the response is `transfers_not_enabled`, whether or not a card has this code. If the other card can't receive a transfer, the response is `not_found`. The limits of both stores apply. Above a limit, the response is `transfer_limit_exceeded` with `availableCents`, the amount you can still transfer. If the cards' currencies differ, the rate of your quote applies or, without a quote, the latest rate.
         *
         *     Scope: `money:write`.
         *
         *     Limit: 50 requests in any 60 seconds (transfer).
         */
        post: operations["createTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers/fx-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an exchange rate
         * @description Returns a quote for a transfer between currencies, based on the European Central Bank's latest daily reference rates. The quote is valid for 10 minutes. Amounts are rounded down.
         *
         *     Scope: `cards:read`.
         */
        get: operations["getFxRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transfer
         * @description Returns your store's side of a transfer.
         *
         *     Scope: `transactions:read`.
         */
        get: operations["getTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists webhooks, oldest first.
         *
         *     Scope: `webhooks:write`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description In shape B, the response contains the signing secret. In both shapes, you can copy the secret from the webhook's page in the dashboard at any time.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Includes the webhook's status, last error and missed events.
         *
         *     Scope: `webhooks:write`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Permanent. Events that weren't delivered yet aren't sent.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Changes the URL or the events, or turns the webhook on or off. While a webhook is off, its events are held. Turning the webhook on doesn't replay these events.
         *
         *     Scope: `webhooks:write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Lists a webhook's deliveries with their attempts, newest first.
         *
         *     Scope: `webhooks:write`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description Sends the event again with the same body and the same `id`.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events
         * @description Sends a webhook's missed events, or all events since a point in time.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a signed `webhook.test` event to the URL and returns the result.
         *
         *     Scope: `webhooks:write`.
         *
         *     Limit: 10 requests in any 60 seconds (webhook-test).
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/idempotency-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a request
         * @description Returns the outcome of the request with this Idempotency-Key. Works for 24 hours after the request and changes nothing. A 404 means that no request with this key was completed: it never arrived, is still in progress, or got an error that isn't stored (400 `invalid_request`, 401, 429 or 5xx). For a request that moved no money, the key also needs that request's scope.
         *
         *     Scope: `money:write`.
         */
        get: operations["lookUpRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "card.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was activated and can be redeemed.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardActivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.reloaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was topped up by a load.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardReloaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.transferred_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Balance was transferred from another store's card.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardTransferredIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.transferred_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Balance was transferred to another store's card.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardTransferredOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.balance_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A balance changed, for any reason.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardBalanceChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was disabled permanently.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.debited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was redeemed, or a load was reversed.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardDebited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.credited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was credited by a refund, a top-up or store credit, or a redemption was reversed.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveCardCredited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * You sent a test event, which isn't about a card.
         * @description The body is the same in both shapes. Return any 2xx status within 10 seconds (including DNS and TLS),
         *     and do slow work afterward. Failed deliveries are retried after about 1, 5 and 30 minutes with the same
         *     body and `id`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
         *     are held for 30 days.
         *
         *     Events can arrive late, more than once and out of order. Ignore an event if you already processed its `id`. If
         *     you store balances, also ignore events whose `sequence` is lower than the last one you processed for the card.
         *     Ignore fields you don't know.
         */
        post: operations["receiveWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A gift card (shape A). */
        Card: {
            /** Format: uuid */
            uuid: string;
            /**
             * @description The card's code, masked except for its last characters (`•••• •••• •••• HC4F`). For an imported code, only the last 2 characters are shown. The full code is in the response that creates the card, and in responses to keys with the scope `codes:read`.
             * @example 7KQM-2XWP-9RTB-HC4F
             */
            code: string;
            /** @example USD */
            currency: string;
            /**
             * @description In minor units.
             * @example 2500
             */
            balanceCents: number;
            /**
             * @description The balance minus holds, in minor units.
             * @example 2500
             */
            availableCents: number;
            /** @enum {string} */
            status: "inactive" | "active" | "disabled";
            /** @enum {string} */
            cardType: "digital" | "physical";
            /** Format: email */
            ownerEmail: string | null;
            /** Format: uuid */
            merchantId: string;
            /** @description The last day the balance can be redeemed, in the store's time zone. Null if the card never expires. */
            expiresOn: string | null;
            /** @description Whether the card is frozen. You can't use the balance of a frozen card, but you can add money. */
            frozen: boolean;
            frozenReason: string | null;
            /** @description The ID of the card that replaced this one. */
            replacedBy: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Transaction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cardUuid: string;
            /** @enum {string} */
            type: "load" | "spend" | "transfer_in" | "transfer_out" | "gift_sent" | "gift_received";
            /** @example 2500 */
            amountCents: number;
            /** @example USD */
            currency: string;
            /**
             * @description The note, or a default text for the type.
             * @example Birthday discount
             */
            description: string;
            /** @enum {string} */
            status: "completed" | "pending" | "failed";
            /** @example receipt-10482 */
            referenceId: string | null;
            source: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @example 2500 */
            balanceAfterCents: number;
            /** @description Counts the card's changes, starting at 1. */
            sequence: number;
            /** Format: uuid */
            transferId?: string;
            /**
             * Format: uuid
             * @description The redemption that this transaction refunds.
             */
            originalTransactionId?: string;
            /**
             * Format: uuid
             * @description The transaction that this one reverses.
             */
            reversesTransactionId?: string;
            /**
             * Format: uuid
             * @description The hold that this redemption captured.
             */
            holdId?: string;
            /** Format: date-time */
            createdAt: string;
        };
        CardWithHistory: {
            /** Format: uuid */
            uuid: string;
            /**
             * @description The card's code, masked except for its last characters (`•••• •••• •••• HC4F`). For an imported code, only the last 2 characters are shown. The full code is in the response that creates the card, and in responses to keys with the scope `codes:read`.
             * @example 7KQM-2XWP-9RTB-HC4F
             */
            code: string;
            /** @example USD */
            currency: string;
            /**
             * @description In minor units.
             * @example 2500
             */
            balanceCents: number;
            /**
             * @description The balance minus holds, in minor units.
             * @example 2500
             */
            availableCents: number;
            /** @enum {string} */
            status: "inactive" | "active" | "disabled";
            /** @enum {string} */
            cardType: "digital" | "physical";
            /** Format: email */
            ownerEmail: string | null;
            /** Format: uuid */
            merchantId: string;
            /** @description The last day the balance can be redeemed, in the store's time zone. Null if the card never expires. */
            expiresOn: string | null;
            /** @description Whether the card is frozen. You can't use the balance of a frozen card, but you can add money. */
            frozen: boolean;
            frozenReason: string | null;
            /** @description The ID of the card that replaced this one. */
            replacedBy: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The latest 10 transactions. */
            transactions: components["schemas"]["Transaction"][];
            hasMoreTransactions: boolean;
        };
        Balance: {
            /** Format: uuid */
            uuid: string;
            /**
             * @description In minor units.
             * @example 2500
             */
            balanceCents: number;
            /**
             * @description The balance minus holds, in minor units.
             * @example 2500
             */
            availableCents: number;
            /** @example USD */
            currency: string;
            /** @enum {string} */
            status: "inactive" | "active" | "disabled";
        };
        /** @description A reserved amount of a card's balance. */
        Hold: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cardUuid: string;
            /**
             * @description In minor units.
             * @example 6000
             */
            amountCents: number;
            /**
             * @description The amount redeemed. The rest is available again.
             * @example 0
             */
            capturedCents: number;
            /** @example USD */
            currency: string;
            /** @enum {string} */
            status: "held" | "captured" | "released" | "expired";
            /**
             * Format: date-time
             * @description When the hold expires.
             */
            expiresAt: string;
            /** @example table-12 */
            referenceId: string | null;
            note: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        PlacedHold: {
            /**
             * @description In minor units.
             * @example 6000
             */
            amountCents: number;
            /**
             * @description With `allowPartial`: the amount you requested.
             * @example 2500
             */
            requestedAmountCents?: number;
            /**
             * @description With `allowPartial`: the amount left to pay another way.
             * @example 1300
             */
            remainingAmountCents?: number;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cardUuid: string;
            /**
             * @description The amount redeemed. The rest is available again.
             * @example 0
             */
            capturedCents: number;
            /** @example USD */
            currency: string;
            /** @enum {string} */
            status: "held" | "captured" | "released" | "expired";
            /**
             * Format: date-time
             * @description When the hold expires.
             */
            expiresAt: string;
            /** @example table-12 */
            referenceId: string | null;
            note: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Cards created together (shape A). */
        Batch: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            source: "created" | "import";
            quantity: number;
            /**
             * @description Null for an import with several currencies.
             * @example USD
             */
            currency: string | null;
            /** @enum {string} */
            status: "creating" | "activating" | "voiding" | "ready";
            /** @description Number of cards created so far. */
            createdCards: number;
            lastRun: components["schemas"]["BatchRun"];
            /** @enum {string} */
            cardType: "digital" | "physical";
            /**
             * @description In minor units.
             * @example 2500
             */
            amountCents: number | null;
            /**
             * @description Whether the imported codes are easy to guess. On the balance page, a card with such a code works only with its PIN.
             * @example false
             */
            hasGuessableCodes: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The current or latest operation on a batch. */
        BatchRun: {
            /** @enum {string} */
            kind: "create" | "import" | "activate" | "void";
            /** @enum {string} */
            status: "running" | "completed";
            /**
             * @description Number of cards to process.
             * @example 10000
             */
            total: number;
            /** @example 4000 */
            done: number;
            /**
             * @description Number of cards that weren't changed.
             * @example 0
             */
            skipped: number;
            /** Format: date-time */
            startedAt: string;
            finishedAt: string | null;
        };
        /** @description A batch with the number of cards in each status (shape A). */
        BatchWithCards: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            source: "created" | "import";
            quantity: number;
            /**
             * @description Null for an import with several currencies.
             * @example USD
             */
            currency: string | null;
            /** @enum {string} */
            status: "creating" | "activating" | "voiding" | "ready";
            /** @description Number of cards created so far. */
            createdCards: number;
            lastRun: components["schemas"]["BatchRun"];
            /** @enum {string} */
            cardType: "digital" | "physical";
            /**
             * @description In minor units.
             * @example 2500
             */
            amountCents: number | null;
            /**
             * @description Whether the imported codes are easy to guess. On the balance page, a card with such a code works only with its PIN.
             * @example false
             */
            hasGuessableCodes: boolean;
            /** Format: date-time */
            createdAt: string;
            cards: {
                inactive: number;
                active: number;
                disabled: number;
            };
        };
        /** @description A consumer's store credit in one currency (shape A). */
        Wallet: {
            /** Format: uuid */
            walletId: string;
            /** Format: email */
            email: string;
            /** @example USD */
            currency: string;
            /**
             * @description In minor units.
             * @example 1500
             */
            balanceCents: number;
            card: components["schemas"]["Card"];
            /** Format: date-time */
            createdAt: string;
        };
        TestEvent: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            event: "card.activated" | "card.reloaded" | "card.transferred_in" | "card.transferred_out" | "card.balance_changed" | "card.disabled" | "card.debited" | "card.credited";
            /** @description The body of a webhook request, exactly as it is sent. */
            body: string;
        };
        ListedTransaction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cardUuid: string;
            /** @enum {string} */
            type: "load" | "spend" | "transfer_in" | "transfer_out" | "gift_sent" | "gift_received";
            /** @example 2500 */
            amountCents: number;
            /** @example USD */
            currency: string;
            /**
             * @description The note, or a default text for the type.
             * @example Birthday discount
             */
            description: string;
            /** @enum {string} */
            status: "completed" | "pending" | "failed";
            /** @example receipt-10482 */
            referenceId: string | null;
            source: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @example 2500 */
            balanceAfterCents: number;
            /** @description Counts the card's changes, starting at 1. */
            sequence: number;
            /** Format: uuid */
            transferId?: string;
            /**
             * Format: uuid
             * @description The redemption that this transaction refunds.
             */
            originalTransactionId?: string;
            /**
             * Format: uuid
             * @description The transaction that this one reverses.
             */
            reversesTransactionId?: string;
            /**
             * Format: uuid
             * @description The hold that this redemption captured.
             */
            holdId?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Who made the transaction. Consumers, cashiers and team members aren't named. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "cashier" | "consumer" | "platform" | "store" | "operator";
                /** @description The ID of the API key or team member. */
                id: string | null;
                /**
                 * @description The name of the API key.
                 * @example Till 2
                 */
                name: string | null;
            };
        };
        TransactionDetails: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cardUuid: string;
            /** @enum {string} */
            type: "load" | "spend" | "transfer_in" | "transfer_out" | "gift_sent" | "gift_received";
            /** @example 2500 */
            amountCents: number;
            /** @example USD */
            currency: string;
            /**
             * @description The note, or a default text for the type.
             * @example Birthday discount
             */
            description: string;
            /** @enum {string} */
            status: "completed" | "pending" | "failed";
            /** @example receipt-10482 */
            referenceId: string | null;
            source: string | null;
            /**
             * @description Your own key-value pairs of strings.
             * @example {
             *       "order": "10482"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @example 2500 */
            balanceAfterCents: number;
            /** @description Counts the card's changes, starting at 1. */
            sequence: number;
            /** Format: uuid */
            transferId?: string;
            /**
             * Format: uuid
             * @description The redemption that this transaction refunds.
             */
            originalTransactionId?: string;
            /**
             * Format: uuid
             * @description The transaction that this one reverses.
             */
            reversesTransactionId?: string;
            /**
             * Format: uuid
             * @description The hold that this redemption captured.
             */
            holdId?: string;
            /** Format: date-time */
            createdAt: string;
            reversedByTransactionId: string | null;
            /**
             * @description The amount refunded, in minor units.
             * @example 450
             */
            refundedCents: number;
            /**
             * @description The amount that can still be refunded. 0 unless the transaction is a redemption.
             * @example 500
             */
            refundableCents: number;
            /** @description The refunds that weren't reversed, oldest first. */
            refunds: {
                /** Format: uuid */
                id: string;
                amountCents: number;
                /** Format: date-time */
                createdAt: string;
            }[];
        };
        Reversal: {
            /**
             * @description `nothing_to_reverse` means that the request with this key moved no money. If it arrives later, it does nothing.
             * @enum {string}
             */
            outcome: "reversed" | "nothing_to_reverse";
            /** @description Present if the outcome is `reversed`. */
            card?: components["schemas"]["Card"];
            /** @description Present if the outcome is `reversed`. */
            transaction?: components["schemas"]["Transaction"];
            /** @description Present if the outcome is `reversed`. */
            reversedTransaction?: components["schemas"]["Transaction"];
        };
        Transfer: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            direction: "out" | "in";
            /**
             * Format: uuid
             * @description Your store's card.
             */
            cardUuid: string;
            /** Format: uuid */
            transactionId: string;
            /**
             * @description The amount sent from your card, or received on it.
             * @example 2500
             */
            amountCents: number;
            /** @example USD */
            currency: string;
            /**
             * @description The amount received on the other card, or sent from it.
             * @example 2335
             */
            counterAmountCents: number;
            /** @example EUR */
            counterCurrency: string;
            /**
             * @description Units of the receiving currency per unit of the sending currency.
             * @example 0.934142923867
             */
            rate: string | null;
            rateAsOf: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        FxRate: {
            /** @example USD */
            from: string;
            /** @example EUR */
            to: string;
            /**
             * @description Units of `to` per unit of `from`.
             * @example 0.934142924
             */
            rate: string;
            /**
             * Format: date
             * @description The date of the rates.
             */
            asOf: string;
            /** @example European Central Bank */
            source: string;
            /** @description Whether the rates are more than 4 days old. */
            stale: boolean;
            /** @description Send this with a transfer to use this rate until the quote expires. */
            quoteId: string;
            /** Format: date-time */
            expiresAt: string;
            amountCents?: number;
            /** @description In minor units of `to`. */
            convertedAmountCents?: number;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            events: string[];
            active: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDetails: {
            /** Format: uuid */
            id: string;
            url: string;
            events: string[];
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description `failures`: 3 deliveries in a row failed all their attempts. `merchant`: the store turned the webhook off. */
            disabledReason: ("failures" | "merchant") | null;
            disabledAt: string | null;
            /** @description The error of the last failed delivery, or null after a success. */
            lastError: string | null;
            /** @description Number of missed events, which were held or have failed since the last success. A replay sends these events. */
            missedCount: number;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            event: string;
            /** Format: uuid */
            cardUuid: string;
            sequence: number;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "held";
            nextAttemptAt: string | null;
            /** @description The error of the last attempt. */
            lastError: string | null;
            /** @description The body that was sent, or null before the first attempt. */
            body: string | null;
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: date-time */
            createdAt: string;
            /** @description When the event was delivered, failed or held. Null while it's pending. */
            settledAt: string | null;
            /** @description When the event was first delivered. Resending doesn't change it. */
            deliveredAt: string | null;
        };
        WebhookAttempt: {
            /** Format: uuid */
            id: string;
            number: number;
            url: string;
            httpStatus: number | null;
            error: string | null;
            /** @description The start of the response body. */
            excerpt: string | null;
            durationMs: number;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookTest: {
            delivered: boolean;
            httpStatus: number | null;
            error: string | null;
            excerpt: string | null;
            durationMs: number;
        };
        RequestOutcome: {
            /** @example receipt-10482 */
            key: string;
            /**
             * @description The outcome of the first request with this key. `voided` means that the request was reversed before it arrived. If it arrives later, it returns 409 `idempotency_key_voided`.
             * @enum {string}
             */
            state: "completed" | "refused" | "voided";
            /** @description The HTTP status of the response. */
            status: number | null;
            /** @description The response body in its original shape, with masked codes and without secrets. Null, like `status`, if the request wasn't made with this API. */
            response: {
                [key: string]: unknown;
            } | null;
            requestId: string;
            /** Format: date-time */
            createdAt: string;
        };
        Error: {
            /** @description An error code. Handle one that you don't know by the response's status. */
            error: components["schemas"]["ErrorCode"] | string;
            /** @description A human-readable message. The wording can change. */
            message: string;
            requestId: string;
            /**
             * Format: uri
             * @description Link to the error code in the docs.
             */
            doc_url: string;
            /** @description What's wrong with each invalid field. */
            fields?: {
                path: string;
                message: string;
            }[];
            /** @description The card's balance in minor units. */
            balanceCents?: number;
            /** @description Only with amount_not_allowed: the amount that is printed on the card. */
            expectedAmountCents?: number;
            /** @description The amount you can still refund, in minor units. */
            refundableCents?: number;
            /**
             * Format: uuid
             * @description The ID of the transaction that reversed this one.
             */
            reversalTransactionId?: string;
            /** @description The available balance in minor units, if part of the balance is on hold. For `transfer_limit_exceeded`, the amount you can still transfer, in minor units of the sending card's currency. */
            availableCents?: number;
            /** @description The amount on hold, in minor units. */
            capturableCents?: number;
            /**
             * @description The card's status, with the values of the response's shape (`inactive` in A, `unactivated` in B). For `hold_ended`, the hold's status.
             * @enum {string}
             */
            status?: "inactive" | "unactivated" | "disabled" | "captured" | "released" | "expired";
            /**
             * Format: uuid
             * @description The ID of the card that replaced this one.
             */
            replacedBy?: string;
            /**
             * @description The API key's limit that the amount exceeds.
             * @enum {string}
             */
            limit?: "per_movement" | "per_day";
            /**
             * @description Whether the limit applies to money added to cards (`in`) or taken from cards (`out`).
             * @enum {string}
             */
            direction?: "in" | "out";
            /** @description The card's currency. */
            currency?: string;
            /** @description The amount that the API key's limits still allow, in minor units. */
            remainingCents?: number;
            /**
             * Format: date-time
             * @description When the daily limit resets, at midnight in the store's time zone.
             */
            resetsAt?: string;
        };
        /** @enum {string} */
        ErrorCode: "invalid_request" | "insufficient_balance" | "card_not_active" | "card_frozen" | "card_expired" | "currency_mismatch" | "not_reversible" | "not_refundable" | "refund_exceeds_original" | "capture_exceeds_hold" | "amount_not_allowed" | "balance_limit_exceeded" | "platform_not_connected" | "transfers_not_enabled" | "transfer_limit_exceeded" | "rate_stale" | "unauthorized" | "consumer_unauthorized" | "insufficient_scope" | "key_limit_exceeded" | "address_not_allowed" | "store_not_confirmed" | "second_factor_required" | "not_in_test_mode" | "test_mode_only" | "sign_up_closed" | "not_found" | "method_not_allowed" | "card_already_active" | "card_already_disabled" | "card_already_claimed" | "hold_ended" | "batch_busy" | "gift_settled" | "store_changed" | "already_reversed" | "idempotency_key_voided" | "idempotency_key_reused" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "misdirected_request" | "rate_limited" | "internal_error" | "unavailable";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The shape of this response. */
        Shape: "A" | "B";
        /** @description Our ID for the request. Include it when you contact support. */
        RequestId: string;
        /** @description The X-Request-Id that you sent, or our ID if you sent none. */
        ClientRequestId: string;
        /** @description The path of the new resource. */
        Location: string;
        /** @description How many seconds to wait before you retry. */
        RetryAfter: number;
        /** @description `r` is the number of requests left for the next `t` seconds. */
        RateLimit: string;
        /** @description `q` is the number of requests allowed in any `w` seconds. */
        RateLimitPolicy: string;
        /** @description Sent only with replayed responses. */
        Replayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCards: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
                status?: "inactive" | "active" | "disabled" | "unactivated";
                cardType?: "digital" | "physical";
                ownerEmail?: string;
                batchId?: string;
                /** @description Only items with all of these pairs, such as `metadata[order]=10482`. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Only cards that changed at or after this time, oldest change first. At most 31 days ago. */
                updatedSince?: string;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cards: components["schemas"]["Card"][];
                        /** @description The exact number of matches, or null if counting them would require searching the whole history. */
                        total: number | null;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example cards-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    ownerEmail?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @default digital
                     * @enum {string}
                     */
                    cardType?: "digital" | "physical";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    loadCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example load-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The code printed on the card.
                     * @example 7KQM-2XWP-9RTB-HC4F
                     */
                    code: string;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency?: string;
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                } | {
                    /**
                     * Format: uuid
                     * @example 0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e
                     */
                    cardUuid: string;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency?: string;
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    lookUpCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The code printed on the card.
                     * @example 7KQM-2XWP-9RTB-HC4F
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardWithHistory"];
                };
            };
        };
    };
    redeemCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example redeem-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The code printed on the card.
                     * @example 7KQM-2XWP-9RTB-HC4F
                     */
                    code: string;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency?: string;
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @description Uses the available balance if it's less than `amountCents`, but not 0. The response says how much is left to pay. */
                    allowPartial?: boolean;
                } | {
                    /**
                     * Format: uuid
                     * @example 0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e
                     */
                    cardUuid: string;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency?: string;
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @description Uses the available balance if it's less than `amountCents`, but not 0. The response says how much is left to pay. */
                    allowPartial?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                        /**
                         * @description With `allowPartial`: the amount taken from the card.
                         * @example 1200
                         */
                        amountCents?: number;
                        /**
                         * @description With `allowPartial`: the amount you requested.
                         * @example 2500
                         */
                        requestedAmountCents?: number;
                        /**
                         * @description With `allowPartial`: the amount left to pay another way.
                         * @example 1300
                         */
                        remainingAmountCents?: number;
                    };
                };
            };
        };
    };
    getCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardWithHistory"];
                };
            };
        };
    };
    updateCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Pairs to set. A value of null or `""` removes a pair. Other pairs stay the same. To remove all pairs, send null instead of an object. */
                    metadata?: {
                        [key: string]: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    activateCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example activate-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Required unless the card's batch has an amount, which is printed on the card: then it defaults to that, and another one is refused with amount_not_allowed.
                     * @example 2500
                     */
                    amountCents?: number;
                    /**
                     * Format: email
                     * @description Assigns the card to this consumer.
                     * @example ada@example.com
                     */
                    consumerEmail?: string;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    getCardBalance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    claimCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /** @description `Bearer` followed by the consumer's token, an access code that they created in their wallet under Store access. An invalid token returns 401 `consumer_unauthorized`. */
                "Scrip-Consumer"?: string;
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example claim-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The consumer's email. We send a link to the card to this address.
                     * @example ada@example.com
                     */
                    email?: string;
                    /**
                     * @description The code of this card.
                     * @example 7KQM-2XWP-9RTB-HC4F
                     */
                    claimCode?: string;
                    /** @description The PIN of an imported card. Required with the `claimCode` of a card that has a PIN, unless the key has the scope `money:write`. */
                    pin?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    creditCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example credit-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * Format: uuid
                     * @description The redemption to refund, in full or in part. The refunds of a redemption can't exceed its amount.
                     * @example 0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e
                     */
                    originalTransactionId?: string;
                    /**
                     * @description A `refund` returns redeemed value, doesn't count as a sale and doesn't extend the expiration date. `refund` is the default if you send `originalTransactionId`. Otherwise, the credit is a top-up.
                     * @enum {string}
                     */
                    source?: "refund" | "top_up";
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    debitCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example debit-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @description Uses the available balance if it's less than `amountCents`, but not 0. The response says how much is left to pay. */
                    allowPartial?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                        /**
                         * @description With `allowPartial`: the amount taken from the card.
                         * @example 1200
                         */
                        amountCents?: number;
                        /**
                         * @description With `allowPartial`: the amount you requested.
                         * @example 2500
                         */
                        requestedAmountCents?: number;
                        /**
                         * @description With `allowPartial`: the amount left to pay another way.
                         * @example 1300
                         */
                        remainingAmountCents?: number;
                    };
                };
            };
        };
    };
    disableCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example disable-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What happens to the remaining balance. `keep` leaves it outstanding. `write_off` records it as income (breakage) and also needs the scope `money:write`. To move the balance to a new card, replace the card instead of disabling it.
                     * @default keep
                     * @enum {string}
                     */
                    balance?: "keep" | "write_off";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    freezeCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example freeze-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Returned as the card's `frozenReason`. Not shown to the consumer.
                     * @example Reported lost
                     */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    replaceCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example replace-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The default is the type of the old card.
                     * @enum {string}
                     */
                    cardType?: "digital" | "physical";
                    /**
                     * @description The code printed on the new card. It must be unique. If omitted, a code is generated.
                     * @example GH45-88XK-2M7R-9PLW
                     */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        replaced: components["schemas"]["Card"];
                    };
                };
            };
        };
    };
    unfreezeCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example unfreeze-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
                status?: "held" | "captured" | "released" | "expired";
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holds: components["schemas"]["Hold"][];
                        total: number;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example holds-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description Seconds until the hold expires, from 60 (1 minute) to 604800 (7 days). The default is 900 (15 minutes).
                     * @default 900
                     */
                    expiresInSeconds?: number;
                    /** @description Uses the available balance if it's less than `amountCents`, but not 0. The response says how much is left to pay. */
                    allowPartial?: boolean;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedHold"];
                };
            };
        };
    };
    getHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    captureHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example capture-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The amount to redeem, at most the amount on hold. The default is the full amount on hold.
                     * @example 5240
                     */
                    amountCents?: number;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hold: components["schemas"]["Hold"];
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example release-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batches: components["schemas"]["Batch"][];
                        total: number;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example batches-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Spring cards */
                    name: string;
                    /**
                     * @description Number of cards.
                     * @example 10000
                     */
                    quantity: number;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency: string;
                    /** @enum {string} */
                    cardType: "digital" | "physical";
                    /**
                     * @description Value added to each card at activation.
                     * @example 2500
                     */
                    amountCents?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchWithCards"];
                };
            };
        };
    };
    provisionBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example provision-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        batchId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed";
                        total: number;
                        provisioned: number;
                        failed: number;
                    };
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        store: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            currency: string;
                            timeZone: string;
                        };
                        /** @description Null for a signed-in team member. */
                        key: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where the key is used, in the store's own words. */
                            place: string | null;
                            expiresAt: string | null;
                            /** @description The networks that can use the key. Empty if there's no restriction. */
                            addressRanges: string[];
                            /** @description `in` limits money added to cards, and `out` limits money taken from cards. Null if there are no limits. */
                            amountLimits: {
                                in: {
                                    /** @description The maximum amount per transaction. */
                                    perMovementCents: number | null;
                                    /** @description The maximum total per day, in each currency. */
                                    perDayCents: number | null;
                                    /** @description If there's a daily limit: the amounts used and left today, for each currency used today. In other currencies, the full limit is left. */
                                    today: {
                                        currency: string;
                                        usedCents: number;
                                        remainingCents: number;
                                    }[];
                                };
                                out: {
                                    /** @description The maximum amount per transaction. */
                                    perMovementCents: number | null;
                                    /** @description The maximum total per day, in each currency. */
                                    perDayCents: number | null;
                                    /** @description If there's a daily limit: the amounts used and left today, for each currency used today. In other currencies, the full limit is left. */
                                    today: {
                                        currency: string;
                                        usedCents: number;
                                        remainingCents: number;
                                    }[];
                                };
                            } | null;
                        } | null;
                        /** @enum {string} */
                        shape: "A" | "B";
                        scopes: string[];
                        /** @description Empty if the key has no rate limits. */
                        rateLimits: {
                            name: string;
                            max: number;
                            windowSeconds: number;
                        }[];
                    };
                };
            };
        };
    };
    listStoreCredit: {
        parameters: {
            query: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
                email: string;
                /** @description An uppercase ISO 4217 code. */
                currency?: string;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallets: components["schemas"]["Wallet"][];
                        total: number;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    issueStoreCredit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example store-credit-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @default manual
                     * @enum {string}
                     */
                    source?: "manual" | "refund" | "referral" | "promotion";
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /**
                     * @description An uppercase ISO 4217 code.
                     * @example USD
                     */
                    currency: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    getStoreCredit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    getTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        now: string;
                        aheadSeconds: number;
                    };
                };
            };
        };
    };
    moveTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example clock-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    advanceSeconds: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        now: string;
                        aheadSeconds: number;
                    };
                };
            };
        };
    };
    waitForTestEvents: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous response. Without it, the response has no events and the cursor to start from. */
                after?: string;
                /** @description How long to wait for an event. The response can be earlier, with or without events. */
                waitSeconds?: number;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["TestEvent"][];
                        /** @description The `after` of the next request. */
                        cursor: string;
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
                cardUuid?: string;
                type?: "load" | "spend" | "transfer_in" | "transfer_out" | "gift_sent" | "gift_received";
                status?: "completed" | "pending" | "failed";
                /** @description An uppercase ISO 4217 code. */
                currency?: string;
                /** @description The source of the transaction, such as `platform`, `refund` or `reversal`. */
                source?: string;
                /** @description Only transactions made with this API key. */
                keyId?: string;
                /** @description Whether the transaction was reversed. */
                reversed?: true | false;
                referenceId?: string;
                /** @description Start of the period, inclusive. */
                from?: string;
                /** @description End of the period, exclusive. */
                to?: string;
                /** @description Only items with all of these pairs, such as `metadata[order]=10482`. */
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["ListedTransaction"][];
                        /** @description The exact number of matches, or null if counting them would require searching the whole history. */
                        total: number | null;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getTransactionTotals: {
        parameters: {
            query?: {
                /** @description A day in the store's time zone. Can't be combined with `from` or `to`. */
                day?: string;
                /** @description Start of the period, inclusive. The default is the start of today in the store's time zone. */
                from?: string;
                /** @description End of the period, exclusive. The default is now. */
                to?: string;
                /** @description Comma-separated. The default is `type,currency`. */
                groupBy?: string;
                /** @description Only transactions made with this API key. */
                keyId?: string;
                /** @description An uppercase ISO 4217 code. */
                currency?: string;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        /** @description The store's time zone. */
                        timeZone: string;
                        totals: {
                            /** @enum {string} */
                            type?: "load" | "spend" | "transfer_in" | "transfer_out" | "gift_sent" | "gift_received";
                            /** @description Who made the transaction. Consumers, cashiers and team members aren't named. */
                            actor?: {
                                /** @enum {string} */
                                type: "key" | "user" | "cashier" | "consumer" | "platform" | "store" | "operator";
                                /** @description The ID of the API key or team member. */
                                id: string | null;
                                /**
                                 * @description The name of the API key.
                                 * @example Till 2
                                 */
                                name: string | null;
                            };
                            source?: string | null;
                            currency: string;
                            count: number;
                            /**
                             * @description The sum in minor units, as a string because it can exceed the largest safe integer in JavaScript.
                             * @example 128450
                             */
                            amountCents: string;
                        }[];
                    };
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionDetails"];
                };
            };
        };
    };
    createReversal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example reversals-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e
                     */
                    transactionId: string;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                } | {
                    /**
                     * @description The Idempotency-Key of the request to reverse, if you didn't get a response.
                     * @example receipt-10482
                     */
                    idempotencyKey: string;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                };
            };
        };
        responses: {
            /** @description There was nothing to reverse. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reversal"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reversal"];
                };
            };
        };
    };
    createTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example transfers-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A card at your store.
                     * @example 0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e
                     */
                    fromCardUuid: string;
                    /**
                     * @description The code of a card at another store.
                     * @example 7KQM-2XWP-9RTB-HC4F
                     */
                    toCode: string;
                    /**
                     * @description An amount in minor units, such as cents.
                     * @example 2500
                     */
                    amountCents: number;
                    /** @description The ID of a quote from `GET /transfers/fx-rate`, to use the quote's rate. */
                    quoteId?: string;
                    /**
                     * @description A note, shown in the consumer's transaction history. Can contain line breaks and tabs, but no other control characters and no characters that change the text direction.
                     * @example Birthday discount
                     */
                    note?: string;
                    /**
                     * @description Your own reference, such as a receipt number.
                     * @example receipt-10482
                     */
                    referenceId?: string;
                    /**
                     * @description Your own key-value pairs of strings, up to 2,048 bytes in total. You can filter lists by these pairs.
                     * @example {
                     *       "order": "10482"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: components["schemas"]["Card"];
                        transaction: components["schemas"]["Transaction"];
                        transfer: components["schemas"]["Transfer"];
                    };
                };
            };
        };
    };
    getFxRate: {
        parameters: {
            query: {
                /** @description An uppercase ISO 4217 code. */
                from: string;
                /** @description An uppercase ISO 4217 code. */
                to: string;
                /** @description The amount to convert, in minor units of `from`. */
                amountCents?: number;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FxRate"];
                };
            };
        };
    };
    getTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        total: number;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example webhooks-10482
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description An HTTPS URL with a public host, on port 443, or on a port of 1024 or higher.
                     * @example https://example.com/webhooks/scrip
                     */
                    url: string;
                    events: ("card.activated" | "card.reloaded" | "card.transferred_in" | "card.transferred_out" | "card.balance_changed" | "card.disabled" | "card.debited" | "card.credited")[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description An HTTPS URL with a public host, on port 443, or on a port of 1024 or higher.
                     * @example https://example.com/webhooks/scrip
                     */
                    url?: string;
                    events?: ("card.activated" | "card.reloaded" | "card.transferred_in" | "card.transferred_out" | "card.balance_changed" | "card.disabled" | "card.debited" | "card.credited")[];
                    /** @description Whether the webhook is on (shape A). */
                    active?: boolean;
                    /** @description Whether the webhook is on (shape B). */
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Number of items to return. */
                limit?: number;
                /** @description Number of items to skip. Use `cursor` for long lists. */
                offset?: number;
                /** @description The cursor from the previous response. Can't be combined with `offset`. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed" | "held";
            };
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        total: number;
                        limit: number;
                        offset: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example resend-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example replay-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which missed events to replay: all, only the latest for each card, or none (`skip`).
                     * @enum {string}
                     */
                    missed: "all" | "latest" | "skip";
                } | {
                    /**
                     * Format: date-time
                     * @description Replays all events since this time.
                     * @example 2026-01-31T00:00:00Z
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: number;
                        dismissed: number;
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
                /**
                 * @description Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.
                 * @example test-10482
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's ID, in the form of either shape. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    lookUpRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The response's shape. Overrides the key's default. */
                "Scrip-Shape"?: "A";
            };
            path: {
                /** @description An Idempotency-Key that you used. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestOutcome"];
                };
            };
        };
    };
    receiveCardActivated: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.activated";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The initial balance.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardReloaded: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.reloaded";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount added.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardTransferredIn: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.transferred_in";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount received, in this card's currency.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardTransferredOut: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.transferred_out";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount sent, in this card's currency.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardBalanceChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.balance_changed";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount of the change, always positive. To get the direction, compare newBalanceCents with the previous balance, or get the transaction.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.disabled";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description Always 0. newBalanceCents is the remaining balance.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardDebited: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.debited";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount redeemed.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCardCredited: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "card.credited";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description The amount added.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret. */
                "X-Service-Signature": string;
                /** @description The event's ID (Standard Webhooks). */
                "webhook-id": string;
                /** @description When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The ID of the event, the same in every attempt and replay.
                     */
                    id: string;
                    /** @constant */
                    event: "webhook.test";
                    /**
                     * @description Counts the card's changes. Events from the same change have the same number. Test events have 0.
                     * @example 7
                     */
                    sequence: number;
                    /**
                     * Format: uuid
                     * @description Present if the balance changed.
                     */
                    transactionId?: string;
                    /**
                     * Format: date-time
                     * @description When the event occurred.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        cardUuid: string;
                        /**
                         * @description Always 0.
                         * @example 950
                         */
                        amountCents: number;
                        /** @example USD */
                        currency: string;
                        /**
                         * @description The card's balance after the change.
                         * @example 1550
                         */
                        newBalanceCents: number;
                        /**
                         * @description The consumer's email. Null if the card isn't assigned.
                         * @example ada@example.com
                         */
                        consumerEmail: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered. The response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
