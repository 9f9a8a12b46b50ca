/**
 * How long a service waits for payments in a call that uses a card. The processor may take its full
 * time limit for each request: to save the card, to charge it, and to look up both outcomes.
 * Milliseconds.
 */
export const CHARGE_MS = 60_000;
/**
 * How long the caller of that service waits: longer, so that it gets the service's answer.
 * Milliseconds.
 */
export const CHARGE_HEARD_MS = CHARGE_MS + 5_000;
