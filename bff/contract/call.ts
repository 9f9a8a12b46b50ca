import type { Permission } from '@portal/access/permissions';
import type * as z from 'zod';
import type { NewCard, NewCardFields, SavedCard } from './payments/cards.ts';
import type { StudyMethod, StudyMethodFields } from './seminary/study-method.ts';

/** A call of /api: its permission, its input and its answer. */
export interface CallSpec {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /**
   * Takes an `Idempotency-Key` header: the same key and body gives the first answer again and
   * repeats nothing.
   */
  keyed?: boolean;
  /**
   * The permission that the account needs (`@portal/access`), the same as that of the RPC behind
   * it.
   */
  permission: Permission;
  /**
   * The call acts on one student. A student: always the own account. Staff: the student named by
   * `student_id` (or `studentId`) in the body of a POST or in the query of a GET.
   */
  onStudent?: boolean;
  /** Of a call on one student: staff may omit the student, since another id names them. */
  studentOptional?: boolean;
  body?: z.ZodType;
  query?: z.ZodType;
  /**
   * The call pays with, or saves, a card: the fields of NewCard or `ccId` stand in the body beside
   * the others. They are read apart from these, since they have refusals of their own, and are not
   * needed when `amount` is 0. `newStudy` takes a card or a bank account of seminary study, `study`
   * also the word that the current one is to be charged.
   */
  card?: 'new' | 'saved' | 'newStudy' | 'study';
  answer: z.ZodType;
  /** Type of the file that the call gives with `format=file`, or always where `answer` is never. */
  file?: string;
  /**
   * A call that may end before its work does: the body of its 202 answer, told from `answer` by a
   * field of its own; where `answer` is never it is the only one.
   */
  accepted?: z.ZodType;
  /**
   * Of a keyed call whose first answer holds a credential (session, code, link, address, secret):
   * the content of a replay. `refused`, `without` it, or the `same` one while the caller may still
   * get it; never a new one. The BFF sets no credential cookie for a keyed call without this.
   */
  replay?: 'refused' | 'without' | 'same';
  /** Refusals that are special to this call: code and HTTP status. */
  refuses?: Readonly<Record<string, RefusalStatus>>;
  /**
   * A partner's report: signed over its raw body by X-Partner-Signature, which replaces session and
   * fields. An unsigned report is not read further.
   */
  signed?: boolean;
  /**
   * The body is a form (multipart/form-data) with one file under `field`, of at most `largest`
   * bytes and one of `types`; `body` are its other fields.
   */
  upload?: {
    field: string;
    largest: number;
    types: readonly string[];
    /** Uploads of staff: the kinds as a refusal names them. */
    kinds?: string;
    /** The file may be left out; the fields then come in a form or as JSON. */
    optional?: boolean;
    /** By the end of their names: instructions about files that are not accepted. */
    instead?: Readonly<Record<string, string>>;
  };
  /**
   * Made by visitors who are not signed in. While more of them come than the portal can bear, they
   * wait for their turn: 429 `waiting_room`, and `waitInLine` says for how long.
   */
  queued?: boolean;
  summary: string;
  /** Longer text for the reader of the documentation. */
  description?: string;
}

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 502 | 503;

/** Declares a call. Gives back what it gets, with its types narrowed. */
export const call = <const Spec extends CallSpec>(spec: Spec): Spec => spec;

interface StudentChoice {
  /** Staff only: the student that the call acts on. */
  student_id?: number | undefined;
}
type Absent<Fields> = { [Name in keyof Fields]?: undefined };
type Choice<Spec> = Spec extends { onStudent: true } ? StudentChoice : unknown;
type CardSent<Spec> = Spec extends { card: 'new' }
  ? NewCardFields | Absent<NewCardFields>
  : Spec extends { card: 'saved' }
    ? SavedCard | Absent<SavedCard>
    : Spec extends { card: 'newStudy' }
      ? StudyMethodFields
      : Spec extends { card: 'study' }
        ? StudyMethodFields | { chargeCurrentPaymentMethod: true }
        : unknown;
type CardRead<Spec> = Spec extends { card: 'new' }
  ? { card: NewCard | null }
  : Spec extends { card: 'saved' }
    ? { ccId: string | null }
    : Spec extends { card: 'newStudy' }
      ? { method: StudyMethod }
      : Spec extends { card: 'study' }
        ? { method: StudyMethod | null }
        : unknown;
type SchemaOf<Spec> = Spec extends { body: infer Body }
  ? Body
  : Spec extends { query: infer Query }
    ? Query
    : undefined;
type Nothing = Record<never, never>;
type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : Nothing;
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : Nothing;

/** The input that the page sends: the body of a POST, the query of a GET. */
export type CallInput<Spec extends CallSpec> = In<SchemaOf<Spec>> & Choice<Spec> & CardSent<Spec>;
/**
 * The same after the checks of the BFF: defaults filled, both forms of a date made one, the card's
 * fields put together.
 */
export type CallChecked<Spec extends CallSpec> = Out<SchemaOf<Spec>> & CardRead<Spec>;
/** The body of the 202 answer of a call that has one. */
export type CallAccepted<Spec> = Spec extends { accepted: infer Accepted extends z.ZodType }
  ? z.output<Accepted>
  : never;
/**
 * The answer that the page gets: the body of the 200 answer, or of a 202 answer where there is one.
 */
export type CallAnswer<Spec extends CallSpec> = z.output<Spec['answer']> | CallAccepted<Spec>;
