import express, { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { parameter } from './partner-http.ts';

const modes = ['ok', 'error', 'gone', 'busy', 'redirect', 'slow', 'huge', 'close'] as const;

/** Reaction of a receiver to the next `left` webhooks (all, when null); later ones are accepted. */
interface Manner {
  mode: (typeof modes)[number];
  left: number | null;
  /** The pause of a slow one, and the Retry-After of a busy one. */
  ms: number;
}

/** A webhook as it came: the text is what was signed. */
export interface ReceivedWebhook {
  at: string;
  headers: Record<string, string>;
  body: string;
  mode: Manner['mode'];
}

interface Receiver {
  manner: Manner;
  received: ReceivedWebhook[];
}

const order = z.object({
  mode: z.enum(modes),
  count: z.number().int().min(1).max(1_000_000).optional(),
  ms: z.number().int().min(0).max(600_000).optional(),
});

const KEPT = 500;
const MAX_RECEIVERS = 1000;
const SLOW_MS = 3_000;
const PROPER: Manner = { mode: 'ok', left: null, ms: 0 };

/**
 * Receivers of webhooks: `POST /webhooks/<name>`, one for each name. `control` lists deliveries
 * (GET), sets the reaction (PUT) and deletes both (DELETE).
 */
export function createWebhooks(now: () => number): { api: Router; control: Router } {
  const receivers = new Map<string, Receiver>();
  const receiverOf = (req: Request): Receiver => {
    const name = parameter(req, 'name');
    let receiver = receivers.get(name);
    if (!receiver) {
      // drops the oldest: a caller with ever new names fills no memory
      const [oldest] = receivers.size >= MAX_RECEIVERS ? receivers.keys() : [];
      if (oldest !== undefined) receivers.delete(oldest);
      receiver = { manner: PROPER, received: [] };
      receivers.set(name, receiver);
    }
    return receiver;
  };

  const api = Router();
  api.post('/:name', express.text({ type: () => true, limit: '1mb' }), (req, res) => {
    const receiver = receiverOf(req);
    const { mode, ms } = receiver.manner;
    receiver.received.push({
      at: new Date(now()).toISOString(),
      headers: Object.fromEntries(
        Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: typeof req.body === 'string' ? req.body : '',
      mode,
    });
    if (receiver.received.length > KEPT) receiver.received.shift();
    receiver.manner = after(receiver.manner);
    answer(req, res, { mode, ms });
  });

  const control = Router();
  control.get('/:name', (req, res) => void res.json(receiverOf(req).received));
  control.put('/:name', (req, res) => {
    const { mode, count, ms = SLOW_MS } = order.parse(req.body);
    const receiver = receiverOf(req);
    receiver.manner = { mode, left: count ?? null, ms };
    res.json(receiver.manner);
  });
  control.delete('/:name', (req, res) => {
    receivers.delete(parameter(req, 'name'));
    res.json([]);
  });
  return { api, control };
}

function after(manner: Manner): Manner {
  if (manner.left === null) return manner;
  return manner.left > 1 ? { ...manner, left: manner.left - 1 } : PROPER;
}

function answer(req: Request, res: Response, { mode, ms }: Omit<Manner, 'left'>): void {
  switch (mode) {
    case 'ok':
      return void res.json({ received: true });
    case 'error':
      return void res.status(500).type('text').send('The receiver failed.');
    case 'gone':
      return void res.status(410).end();
    case 'busy':
      return void res
        .set('Retry-After', String(Math.ceil(ms / 1000)))
        .status(503)
        .end();
    case 'redirect':
      return void res.redirect(307, `${req.originalUrl}-moved`);
    case 'slow':
      return void setTimeout(() => res.json({ received: true }), ms).unref();
    case 'huge':
      return void res.type('text').send('x'.repeat(5_000_000));
    case 'close':
      req.socket.destroy();
  }
}
