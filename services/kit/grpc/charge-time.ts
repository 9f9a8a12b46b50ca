/**
 * How long a service waits for the answer of payments to what uses a card. The processor may take
 * its whole time for each of what it is asked there: to keep the card, to charge it, and what became
 * of both. Milliseconds.
 */
export const CHARGE_MS = 60_000;
/**
 * How long whoever asks that service waits: more, so that what it has to say is heard. Milliseconds.
 */
export const CHARGE_HEARD_MS = CHARGE_MS + 5_000;
