import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { can, NOBODY } from '@portal/access/can';
import { PERMISSIONS, type Permission } from '@portal/access/permissions';
import type { CallSpec } from '@portal/contract/call';
import { type Area, calls } from '@portal/contract/calls';
import { type StreamSpec, streams } from '@portal/contract/live';
import { NewCard, SavedCard } from '@portal/contract/payments/cards';
import { commonRefusals, Problem, statusTitles, WAITING_REFUSALS } from '@portal/contract/problem';
import { StudyMethodBody } from '@portal/contract/seminary/study-method';
import { CALENDAR_FILE, FEED_SECRET } from '@portal/contract/sessions/calendar-feed';
import { VERSION } from '@portal/kit/observability/version';
import * as z from 'zod';

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** A JSON schema as far as it is changed here. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Returns the schema that also takes null, and an empty text where it takes texts. */
function orBlank(schema: Schema): Schema {
  const { anyOf, pattern, format, minLength, ...others } = schema;
  const types = [schema.type ?? []].flat();
  if (anyOf) return { ...schema, anyOf: [...anyOf, BLANK] };
  if (pattern !== undefined || format !== undefined || types.length === 0)
    return { anyOf: [schema, BLANK] };
  const blanks = types.includes('string') ? ['', null] : [null];
  return {
    ...others,
    type: [...new Set([...types, 'null'])],
    ...(schema.enum ? { enum: [...new Set([...schema.enum, ...blanks])] } : {}),
  };
}
const BLANK: Schema = { type: ['string', 'null'], maxLength: 0 };

/** Documents that null and empty texts in optional fields of a body count as left out. R-404 */
function withBlanks(schema: Schema): Schema {
  const { items, anyOf, properties, required = [] } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const inner = withBlanks(field);
    return [name, required.includes(name) ? inner : orBlank(inner)];
  });
  return {
    ...schema,
    ...(items ? { items: withBlanks(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withBlanks) } : {}),
    ...(properties ? { properties: Object.fromEntries(fields) } : {}),
  };
}

/** The whole contract as OpenAPI 3.1. */
export function openApi(publicUrl: string): Document {
  const registry = new OpenAPIRegistry();
  const session = registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
  });
  for (const { name, area, call } of calls)
    registry.registerPath({
      operationId: name,
      tags: [area],
      method: call.method === 'GET' ? 'get' : 'post',
      path: call.path,
      summary: call.summary,
      description: [call.description, holdersText(call.permission)].filter(Boolean).join(' '),
      'x-permission': call.permission,
      request: requestOf(call),
      responses: {
        ...(call.accepted && call.answer instanceof z.ZodNever
          ? {}
          : { 200: { description: 'Done', content: { ...json(call.answer), ...fileOf(call) } } }),
        ...(call.accepted
          ? { 202: { description: 'Not done yet', content: json(call.accepted) } }
          : {}),
        ...problemsOf(call),
      },
      security: can(NOBODY, call.permission) ? [] : [{ [session.name]: [] }],
    });
  for (const { name, area, stream } of streams)
    registry.registerPath({
      operationId: name,
      tags: [area],
      method: 'get',
      path: stream.path,
      summary: stream.summary,
      description: `${stream.description} ${holdersText(stream.permission)}`,
      'x-permission': stream.permission,
      request: {
        query: stream.query,
        headers: z.object({ 'Last-Event-ID': z.string().optional() }),
      },
      responses: { 200: eventsOf(stream), ...problemsOf(stream) },
      security: [{ [session.name]: [] }],
    });

  registry.registerPath({
    operationId: 'readCalendar',
    tags: ['calendarFeed' satisfies Area],
    method: 'get',
    path: CALENDAR_FILE.path,
    summary: 'What a calendar reads of a feed',
    description:
      'Whoever has the address may read it, at most 60 times an hour. Open to everybody.',
    request: { params: z.object({ secret: z.string().regex(FEED_SECRET) }) },
    responses: {
      200: {
        description: 'The sessions, of 30 days back and all ahead',
        content: { [CALENDAR_FILE.type]: { schema: z.string() } },
      },
      304: { description: 'As the caller has it (`If-None-Match`)' },
      ...problemsOf({ permission: 'calendar_feed.read', refuses: { feed_not_found: 404 } }),
    },
    security: [],
  });

  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'JSE student portal',
      version: VERSION,
      description:
        'Every failure is a problem (RFC 9457): `detail` is the sentence for people, `code` is ' +
        'for programs. Money is in dollars, days are `YYYY-MM-DD`. ' +
        'In an optional field of a body, null or a blank text counts as a field left out.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...calls, ...streams].map(({ area }) => area))].map((name) => ({ name })),
  });
  for (const { post } of Object.values(document.paths ?? {})) {
    const body = post?.requestBody;
    const inJson = body && 'content' in body ? body.content['application/json'] : undefined;
    if (inJson?.schema) inJson.schema = withBlanks(inJson.schema as Schema) as typeof inJson.schema;
  }
  return document;
}

/** Returns the file that a call may answer with. */
const fileOf = ({ file }: CallSpec) =>
  file === undefined
    ? {}
    : { [file]: { schema: z.string().meta({ contentMediaType: file, description: 'The file' }) } };

/** Nothing for a call that gives a file alone. */
const json = (schema: z.ZodType) =>
  schema instanceof z.ZodNever ? {} : { 'application/json': { schema } };

/** Returns a sentence with the holders of a permission and the subjects that they may use it on. */
function holdersText(permission: Permission): string {
  const { about, to } = PERMISSIONS[permission];
  if (can(NOBODY, permission) && to.length === 1) return 'Open to everybody.';
  const reach = {
    none: '',
    student: ' A student: for themself; a school admin: for students of the own school.',
    school: ' A student or school admin: for the own school.',
  }[about];
  return `Permission \`${permission}\`: ${to.join(', ')}.${reach}`;
}

const MAX_ID = 2_147_483_647;
const whichStudent = 'The student to act on: required of staff, not needed of students';
const idInQuery = z.int().min(1).max(MAX_ID).optional();
const studentInQuery = z.object({ student_id: idInQuery.describe(whichStudent) });
const idAsText = z.string().regex(/^(?:[1-9]\d{0,9})?$/);
const studentInBody = z.object({
  student_id: z
    .union([z.int().min(1).max(MAX_ID), idAsText])
    .nullable()
    .optional()
    .describe(`${whichStudent}; null and '' name nobody`),
});
const signature = z.object({ 'X-Partner-Signature': z.string() });
const idempotencyKey = z.object({
  'Idempotency-Key': z
    .uuid()
    .optional()
    .describe('The same key and body within 24 hours gives the first answer and repeats nothing.'),
});

/** Returns the fields of a schema, below any transformations. */
function fieldsOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  throw new Error('a call takes an object of named fields');
}

const merged = (schemas: readonly z.ZodObject[]): z.ZodObject =>
  z.object(Object.assign({}, ...schemas.map(({ shape }) => shape)));

function requestOf(call: CallSpec): NonNullable<RouteConfig['request']> {
  const { method, query, onStudent, signed, keyed } = call;
  const inQuery = [
    ...(query ? [fieldsOf(query)] : []),
    ...(method === 'GET' && onStudent ? [studentInQuery] : []),
  ];
  const headers = [...(signed ? [signature] : []), ...(keyed ? [idempotencyKey] : [])];
  const body = method === 'POST' ? bodyOf(call) : undefined;
  return {
    ...(inQuery.length > 0 ? { query: merged(inQuery) } : {}),
    ...(headers.length > 0 ? { headers: merged(headers) } : {}),
    ...(body ? { body } : {}),
  };
}

/**
 * Returns the input of a POST: its own fields, those of a card or a file, and the named student.
 */
function bodyOf({ body, card, onStudent, upload }: CallSpec) {
  const fieldsWith = (file: z.ZodObject[]) =>
    merged([
      ...(body ? [fieldsOf(body)] : []),
      ...(card === 'new' ? [fieldsOf(NewCard)] : []),
      ...(card === 'saved' ? [SavedCard] : []),
      ...file,
      ...(onStudent ? [studentInBody] : []),
    ]);
  const fields = fieldsWith(upload ? [fileField(upload)] : []);
  const isStudyPayment = card === 'newStudy' || card === 'study';
  if (Object.keys(fields.shape).length === 0 && !isStudyPayment) return undefined;
  const schema = isStudyPayment
    ? z.union(alternativesOf(studyMethodOf(card)).map((method) => merged([fields, method])))
    : fields;
  const inJson = upload ? fieldsWith([]) : schema;
  return {
    required: isStudyPayment || Object.values(fields.shape).some((field) => !isOptional(field)),
    content: {
      ...(upload ? { 'multipart/form-data': { schema } } : {}),
      ...(!upload || upload.optional ? { 'application/json': { schema: inJson } } : {}),
    },
  };
}

const isOptional = (field: z.core.$ZodType): boolean => z.safeParse(field, undefined).success;

/** The objects of which one is meant, each with all of its fields. */
function alternativesOf(schema: z.ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => alternativesOf(option as z.ZodType));
  if (!(schema instanceof z.ZodIntersection)) return [fieldsOf(schema)];
  return [merged([schema.def.left, schema.def.right].map((side) => fieldsOf(side as z.ZodType)))];
}

const studyMethodOf = (card: 'newStudy' | 'study'): z.ZodType =>
  card === 'newStudy'
    ? StudyMethodBody
    : z.union([StudyMethodBody, z.object({ chargeCurrentPaymentMethod: z.literal(true) })]);

function fileField({ field, optional }: NonNullable<CallSpec['upload']>): z.ZodObject {
  const file = z
    .string()
    .meta({ contentMediaType: 'application/octet-stream', description: 'The file' });
  return z.object({ [field]: optional ? file.optional() : file });
}

function eventsOf({ events }: StreamSpec): RouteConfig['responses'][string] {
  const [first, ...others] = Object.values(events).map(({ data }) => data);
  return {
    description: Object.entries(events)
      .map(([event, { summary }]) => `\`${event}\`: ${summary}.`)
      .join(' '),
    content: { 'text/event-stream': { schema: z.union([first as z.ZodType, ...others]) } },
  };
}

const quoted = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

/** The refusals of a call by status: its own, and those that every call can give. */
function problemsOf(call: Pick<CallSpec, 'permission' | 'refuses' | 'keyed' | 'queued'>) {
  const isPublic = can(NOBODY, call.permission);
  const special = Object.entries(call.refuses ?? {}).map(([code, status]) => ({
    code,
    status: status as number,
  }));
  const common = Object.entries(commonRefusals).map(([code, { status }]) => ({
    code,
    status: status as number,
  }));
  const byStatus = Object.groupBy(
    [...special, ...common].filter(
      ({ code }) =>
        !(isPublic && ['not_signed_in', 'session_over'].includes(code)) &&
        !(WAITING_REFUSALS.some((waiting) => waiting === code) && !call.queued) &&
        !(['idempotency_key_reused', 'request_ended'].includes(code) && !call.keyed),
    ),
    ({ status }) => String(status),
  );
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: `${statusTitles[Number(status)]}: ${quoted(codes.map(({ code }) => code))}`,
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  );
}
