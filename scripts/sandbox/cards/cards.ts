import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import express, { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { type FaultMode, type Faults, playFault } from '../faults.ts';
import { Refusal } from '../partner-http.ts';
import type { Journal } from '../records/journal.ts';
import type { MerchantKeys, Settings } from '../settings.ts';
import { type CardState, openCardState, ttinjIds } from './card-state.ts';
import { capturePrior, charge, saveFromTransaction, voidOne } from './charge.ts';
import {
  batchStatistics,
  batchTransactions,
  customerDetails,
  customerIds,
  customerTransactions,
  paymentProfileDetails,
  settledBatches,
  transactionDetails,
  unsettledList,
} from './lookups.ts';
import { addPast, pastCharges } from './past.ts';
import {
  addPaymentProfile,
  createCustomer,
  deleteCustomer,
  deletePaymentProfile,
  updateCustomer,
  updatePaymentProfile,
  validateProfile,
} from './profiles.ts';
import { refund } from './refund.ts';
import { savedCustomers } from './saved-customers.ts';
import {
  account,
  addSettled,
  changeSettled,
  settledTransaction,
  transactionChange,
} from './settled-transactions.ts';
import { settleDue, settleUntil } from './settlement.ts';
import { makeToken } from './tokens.ts';
import { type Answer, ok, refused } from './wire/answers.ts';
import { bodies } from './wire/read-request.ts';
import { isRequest, schemaFault } from './wire/schemas.ts';

interface Call {
  state: CardState;
  now: number;
  declineAll: boolean;
  clientKey: string;
}
type Operation = (call: Call, body: unknown) => Answer;

/** Joins an operation to the schema of its body; a body that the schema refuses is E00003. */
function on<S extends z.ZodType>(
  schema: S,
  run: (call: Call, body: z.infer<S>) => Answer,
): Operation {
  return (call, body) => {
    const read = schema.safeParse(body);
    if (read.success) return run(call, read.data);
    const place = read.error.issues[0]?.path.at(-1);
    return refused('E00003', `The element '${String(place)}' is missing or invalid.`);
  };
}

const operations: Record<string, Operation> = {
  authenticateTestRequest: () => ok(),
  getMerchantDetailsRequest: ({ clientKey }) =>
    ok({
      isTestMode: false,
      processors: [],
      merchantName: 'Sandbox',
      gatewayId: '1',
      currencies: ['USD'],
      publicClientKey: clientKey,
    }),
  securePaymentContainerRequest: on(bodies.container, ({ state, now }, body) =>
    makeToken(state, body, now),
  ),
  createTransactionRequest: on(
    bodies.createTransaction,
    ({ state, now, declineAll }, { transactionRequest: request }) => {
      if (request.transactionType === 'refundTransaction') return refund(state, request, now);
      if (request.transactionType === 'voidTransaction') return voidOne(state, request, now);
      if (request.transactionType === 'priorAuthCaptureTransaction')
        return capturePrior(state, request, now);
      return charge(state, request, now, declineAll);
    },
  ),
  createCustomerProfileRequest: on(bodies.createCustomer, ({ state, now }, body) =>
    createCustomer(state, body, now),
  ),
  createCustomerProfileFromTransactionRequest: on(
    bodies.customerFromTransaction,
    ({ state }, body) => saveFromTransaction(state, body),
  ),
  getCustomerProfileRequest: on(bodies.getCustomer, ({ state }, body) =>
    customerDetails(state, body),
  ),
  getCustomerProfileIdsRequest: ({ state }) => customerIds(state),
  updateCustomerProfileRequest: on(bodies.updateCustomer, ({ state }, body) =>
    updateCustomer(state, body),
  ),
  deleteCustomerProfileRequest: on(bodies.customerId, ({ state }, body) =>
    deleteCustomer(state, body),
  ),
  createCustomerPaymentProfileRequest: on(bodies.addPaymentProfile, ({ state, now }, body) =>
    addPaymentProfile(state, body, now),
  ),
  getCustomerPaymentProfileRequest: on(bodies.paymentProfileId, ({ state }, body) =>
    paymentProfileDetails(state, body),
  ),
  updateCustomerPaymentProfileRequest: on(bodies.updatePaymentProfile, ({ state, now }, body) =>
    updatePaymentProfile(state, body, now),
  ),
  deleteCustomerPaymentProfileRequest: on(bodies.paymentProfileId, ({ state }, body) =>
    deletePaymentProfile(state, body),
  ),
  validateCustomerPaymentProfileRequest: on(bodies.paymentProfileId, ({ state }, body) =>
    validateProfile(state, body),
  ),
  getTransactionDetailsRequest: on(bodies.transactionId, ({ state }, body) =>
    transactionDetails(state, body),
  ),
  getTransactionListRequest: on(bodies.list, ({ state }, body) => batchTransactions(state, body)),
  getUnsettledTransactionListRequest: on(bodies.list, ({ state }, body) =>
    unsettledList(state, body),
  ),
  getTransactionListForCustomerRequest: on(bodies.list, ({ state }, body) =>
    customerTransactions(state, body),
  ),
  getSettledBatchListRequest: on(bodies.batches, ({ state, now }, body) =>
    settledBatches(state, body, now),
  ),
  getBatchStatisticsRequest: on(bodies.batchId, ({ state }, body) => batchStatistics(state, body)),
};

interface Envelope {
  name: string;
  body: Record<string, unknown>;
}

function open(text: unknown): Envelope | Answer {
  let whole: unknown;
  try {
    whole = JSON.parse(typeof text === 'string' ? text.replace(/^\uFEFF/, '') : '');
  } catch {
    return refused('E00003');
  }
  const [entry, more] = whole !== null && typeof whole === 'object' ? Object.entries(whole) : [];
  if (!entry || more || !isRequest(entry[0])) return refused('E00004');
  const fault = schemaFault(entry[0], entry[1]);
  return fault === null
    ? { name: entry[0], body: entry[1] as Record<string, unknown> }
    : refused('E00003', fault);
}

const same = (given: unknown, right: string) => {
  const a = Buffer.from(typeof given === 'string' ? given : '');
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * The caller: a merchant by login and transaction key, or, for opaque data only, a browser by login
 * and public client key.
 */
function isAllowed({ name, body }: Envelope, keys: MerchantKeys): boolean {
  const given = (body.merchantAuthentication ?? {}) as Record<string, unknown>;
  if (!same(given.name, keys.loginId)) return false;
  return name === 'securePaymentContainerRequest'
    ? same(given.clientKey, keys.clientKey)
    : same(given.transactionKey, keys.transactionKey);
}

/**
 * Which faults fit a call: only charges are declined, only transactions are lost after they were
 * made, and the browser's own call is left alone.
 */
function fits({ name, body }: Envelope): (mode: FaultMode) => boolean {
  const type = (body.transactionRequest as Record<string, unknown> | undefined)?.transactionType;
  return (mode) => {
    if (mode === 'decline')
      return type === 'authCaptureTransaction' || type === 'authOnlyTransaction';
    if (mode === 'drop-after-charge') return name === 'createTransactionRequest';
    return true;
  };
}

const bom = '\uFEFF'; // the real API begins every JSON answer with it

/** One merchant account with its own books: nothing of one account is known in the other. */
interface Merchant {
  account: 'TTI' | 'TTINJ';
  keys: MerchantKeys;
  state: CardState;
}
const achSwitch = z.object({ account, on: z.boolean() });
/** Everything unsettled into one batch of an account, or of each; `at`: when it was settled. */
const settling = z.object({ account: account.optional(), at: z.iso.datetime().optional() });

/** The card processor: its API, and the sandbox's own controls under /__cards. */
export interface Cards {
  api: Router;
  controls: Router;
  close(): void;
}

/**
 * Opens the processor's books in the settings' folder and makes its routes. `now` is the time in
 * milliseconds.
 */
export function createCards(
  settings: Settings,
  journal: Journal,
  faults: Faults,
  now: () => number,
): Cards {
  const merchants: Merchant[] = [
    { account: 'TTI', keys: settings.cards, state: openCardState(settings.folder, now) },
    {
      account: 'TTINJ',
      keys: settings.cardsTtinj,
      state: openCardState(join(settings.folder, 'ttinj'), now, ttinjIds),
    },
  ];
  const answer = (res: Response, body: Answer) => {
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(bom + JSON.stringify(body));
  };

  const api = Router();
  api.options('/xml/v1/request.api', (_req, res) => {
    res
      .set('Access-Control-Allow-Methods', 'POST, OPTIONS')
      .set('Access-Control-Allow-Headers', 'content-type')
      .set('Access-Control-Max-Age', '600');
    res
      .set('Access-Control-Allow-Origin', '*')
      .set('Access-Control-Allow-Private-Network', 'true')
      .status(204)
      .end();
  });
  api.post(
    '/xml/v1/request.api',
    express.text({ type: () => true, limit: '1mb' }),
    (req: Request, res: Response) => {
      res.setHeader('Access-Control-Allow-Origin', '*');
      const call = open(req.body);
      if ('messages' in call) {
        journal.note('cards', 'unreadable', null);
        return answer(res, call);
      }
      const browser = call.name === 'securePaymentContainerRequest';
      const fault = browser
        ? faults.takeNamed('cards', call.name)
        : faults.take('cards', call.name, fits(call), call.body);
      journal.note('cards', call.name, call.body, fault?.mode);
      if (playFault(fault, req, res)) return;
      if (fault?.mode === 'error') return answer(res, refused('E00001'));
      const merchant = merchants.find(({ keys }) => isAllowed(call, keys));
      const reply = merchant ? run(merchant, call, fault?.mode === 'decline') : refused('E00007');
      const { refId } = call.body;
      answer(res, refId === undefined ? reply : { ...reply, refId });
    },
  );
  const run = ({ state, keys }: Merchant, call: Envelope, declineAll: boolean): Answer => {
    settleDue(state, settings.settleSeconds, now());
    const operation = operations[call.name];
    return operation
      ? operation({ state, now: now(), declineAll, clientKey: keys.clientKey }, call.body)
      : refused('E00004');
  };

  const controls = Router();
  controls.get('/transactions', (req, res) => {
    const chosen = merchants.filter(
      ({ account }) => req.query.account === undefined || req.query.account === account,
    );
    if (chosen.length === 0) throw new Refusal(422, 'invalid', 'The accounts are TTI and TTINJ.');
    const booked = chosen.flatMap(({ state }) => state.book());
    res.json(booked.sort((a, b) => a.at.localeCompare(b.at)));
  });
  controls.get('/customers', (_req, res) => {
    res.json(merchants.flatMap(({ account: name, state }) => savedCustomers(state, name)));
  });
  controls.post('/past', (req, res) => {
    const charges = pastCharges.parse(req.body);
    const [first] = merchants;
    res.json({ added: first ? addPast(first.state, charges, now()) : 0 });
  });
  controls.post('/settle', (req, res) => {
    const { account: name, at } = settling.parse(req.body ?? {});
    res.json({
      settled: merchants
        .filter(({ account }) => name === undefined || name === account)
        .reduce(
          (sum, { state }) => sum + settleUntil(state, now(), at ? Date.parse(at) : now()),
          0,
        ),
    });
  });
  const stateOf = (name: Merchant['account']): CardState => {
    const merchant = merchants.find(({ account }) => account === name);
    if (!merchant) throw new Refusal(422, 'invalid', 'The accounts are TTI and TTINJ.');
    return merchant.state;
  };
  controls.post('/settled', (req, res) => {
    const wanted = settledTransaction.parse(req.body);
    res.json({ transId: addSettled(stateOf(wanted.account), wanted) });
  });
  controls.post('/change', (req, res) => {
    const wanted = transactionChange.parse(req.body);
    res.json({ changed: changeSettled(stateOf(wanted.account), wanted) });
  });
  controls.put('/ach', (req, res) => {
    const { account, on } = achSwitch.parse(req.body);
    for (const merchant of merchants)
      if (merchant.account === account) merchant.state.takesAch = on;
    res.json(
      Object.fromEntries(merchants.map(({ account: name, state }) => [name, state.takesAch])),
    );
  });
  const close = () => {
    for (const { state } of merchants) state.close();
  };
  return { api, controls, close };
}
