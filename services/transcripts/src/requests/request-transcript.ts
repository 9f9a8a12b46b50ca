import { studentInView } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { domainError } from '../errors.ts';
import { orderAtCoopersmith, orderAtTal } from '../partners/transcripts.ts';
import {
  type AssignedIdError,
  goesOnTranscript,
  type TranscriptBlock,
  transcriptBlocks,
  type VendorGroup,
} from './blocks.ts';
import { factsOf, findFacts } from './get-transcripts.ts';
import { closeRequest, insertRequest, lockRequests, requestsSince } from './store.ts';

const notSent = () => domainError('partner_failed', 'Error sending transcript request.');

/** */
const AGAIN_AFTER_SECONDS = 86_400;

export interface RequestTranscript {
  group: VendorGroup;
  /** Exams whose grades are pending are left off (TAL and CIS only). */
  pendingOverride: boolean;
}
interface TranscriptInput extends RequestTranscript {
  studentId: number;
}
/** The order as sent. */
interface Order {
  vendorStudentId: string;
  recipient: string;
  examCodes: string[];
}
type VendorReply = { partnerReference: string } | { unsure: boolean };
interface Requesting extends Order {
  requestId: number;
  reference: string;
  requestedAt: Date;
  said?: VendorReply;
}
interface Requested {
  requestedAt: Date;
  isSent: boolean;
}

/**
 * Stores the request before sending it. The vendor may have accepted a request that failed without
 * an answer: a repeat of it is sent under its reference, so that the vendor recognises it.
 */
async function begin(tx: Tx, wanted: TranscriptInput, call: Call, id: string): Promise<Requesting> {
  const { studentId, group, pendingOverride } = wanted;
  const order = prefetchedOf<Order>(call);
  await lockRequests(tx, studentId, group);
  const since = plusSeconds(tx.now, -AGAIN_AFTER_SECONDS);
  const earlier = await requestsSince(tx, studentId, group, since);
  if (earlier.some(({ state }) => state !== 'failed')) throw domainError('requested_recently');
  const isSame = (one: (typeof earlier)[number]) =>
    one.recipient === order.recipient && one.examCodes.join() === order.examCodes.join();
  const doubted = earlier.find((one) => one.unsure && isSame(one));
  const reference = doubted?.reference ?? `transcript-${id}`;
  const requestId = await insertRequest(tx, {
    studentId,
    vendorGroup: group,
    pendingOverride,
    reference,
    recipient: order.recipient,
    examCodes: order.examCodes,
    requestedBy: tx.actor.name,
    requestedAt: tx.now,
  });
  tx.audit({
    op: 'insert',
    table: 'transcript_request',
    id: requestId,
    studentId,
    change: { vendors: group, pendingOverride, recipient: order.recipient, exams: order.examCodes },
  });
  return { ...order, requestId, reference, requestedAt: tx.now };
}

async function send({ group }: TranscriptInput, state: Requesting): Promise<VendorReply> {
  const { reference, recipient, examCodes, vendorStudentId: studentId } = state;
  const order = { reference, studentId, recipient };
  try {
    const { requestId } = await (group === 'coopersmith'
      ? orderAtCoopersmith(order)
      : orderAtTal({ ...order, examCodes }));
    return { partnerReference: requestId };
  } catch (error) {
    if (error instanceof PartnerError) return { unsure: !error.isRefused };
    throw error;
  }
}

/** Requests a transcript: the request is kept, then sent under its reference, then closed. */
export const requestingTranscript = durable<TranscriptInput, Requesting, Requested>({
  name: 'requestTranscript',
  begin,
  steps: [
    {
      name: 'send',
      run: async ({ input, state }) => ({ said: await send(input, state) }),
      commit: async (tx, { input, state }) => {
        const said = state.said ?? { unsure: true };
        await closeRequest(tx, state.requestId, said, tx.now);
        tx.audit({
          op: 'update',
          table: 'transcript_request',
          id: state.requestId,
          studentId: input.studentId,
          change: { state: ['sending', 'partnerReference' in said ? 'sent' : 'failed'] },
        });
        return { said };
      },
      undo: async (tx, { state }) => closeRequest(tx, state.requestId, { unsure: true }, tx.now),
    },
  ],
  answer: ({ requestedAt, said }) => ({
    requestedAt,
    isSent: said !== undefined && 'partnerReference' in said,
  }),
});

/** A block as the refusal of a request. */
function refusalOf({ code, text }: TranscriptBlock) {
  if (code !== 'wrong_assigned_id') return domainError(code);
  return domainError(code, text as AssignedIdError);
}

/**
 * Queries the vendors again and refuses with the first block that applies, or with partner_failed
 * when the vendor does not report its exams.
 */
async function checked(
  call: Call,
  { studentId, group, pendingOverride }: TranscriptInput,
): Promise<Order> {
  const facts = factsOf(await findFacts(call, studentId), group, pendingOverride);
  const [block] = transcriptBlocks(group, facts);
  if (block) throw refusalOf(block);
  const { request, vendorStudentId, collegeName, results } = facts;
  if (request !== 'answered' || vendorStudentId === undefined || collegeName === null)
    throw notSent();
  const codes = results
    .filter((one) => goesOnTranscript(one, pendingOverride))
    .map(({ courseNumber }) => courseNumber);
  return { vendorStudentId, recipient: collegeName, examCodes: [...new Set(codes)].sort() };
}

/**
 * Requests a transcript of the student in view from a group of vendors, once in 24 hours (C-A64,
 * C-A65, R-321 to R-328). After a crash the process resumes and sends under the same reference.
 * Refuses with the code of a block, requested_recently or partner_failed.
 */
export async function requestTranscript(
  call: Call,
  { group, pendingOverride }: RequestTranscript,
): Promise<{ requestedAt: Date }> {
  const wanted = { group, pendingOverride, studentId: studentInView(call.actor) };
  const { requestedAt, isSent } = await startWithPrefetch(requestingTranscript, call, wanted, () =>
    checked(call, wanted),
  );
  if (!isSent) throw notSent();
  return { requestedAt };
}
