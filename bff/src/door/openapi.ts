import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { NewCard, SavedCard } from '@portal/contract/cards';
import { type StreamSpec, streams } from '@portal/contract/live';
import { commonRefusals, Problem, statusTitles } from '@portal/contract/problem';
import { StudyMethodBody } from '@portal/contract/study-method';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** The whole contract as OpenAPI 3.1. */
export function openApi(publicUrl: string): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) schemas[name] ??= componentRefs(definition);
    const named = (own as { id?: string }).id;
    if (named === undefined) return componentRefs(own) as Json;
    schemas[named] ??= componentRefs(own);
    return { $ref: `#/components/schemas/${named}` };
  };
  const problem = schemaOf(Problem, 'output');

  const bodyOf = ({ body, card, onStudent, method, upload }: CallSpec): Json | undefined => {
    if (method === 'GET') return undefined;
    const cardFields =
      card === 'new'
        ? [schemaOf(NewCard, 'input')]
        : card === 'saved'
          ? [schemaOf(SavedCard, 'input')]
          : card
            ? [schemaOf(StudyMethodBody, 'input')]
            : [];
    const file = upload ? [fileField(upload.field)] : [];
    const fields: Json[] = [...(body ? [schemaOf(body, 'input')] : []), ...cardFields, ...file, ...(onStudent ? [studentChoice] : [])];
    if (fields.length === 0) return undefined;
    const properties = Object.assign({}, ...fields.map((field) => field.properties as Json));
    const required = fields.flatMap((field) => (field.required as string[] | undefined) ?? []);
    const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
    return { required: required.length > 0, content: { [upload ? 'multipart/form-data' : 'application/json']: { schema } } };
  };

  const parametersOf = ({ query, onStudent, method, keyed, signed }: CallSpec): Json[] => {
    const fields = query ? schemaOf(query, 'input') : {};
    const asked = (fields.required as string[] | undefined) ?? [];
    const inQuery = Object.entries({
      ...((fields.properties as Json) ?? {}),
      ...(method === 'GET' && onStudent ? studentChoice.properties : {}),
    });
    return [
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: asked.includes(name), schema })),
      ...(signed ? [{ name: 'X-Partner-Signature', in: 'header', required: true, schema: { type: 'string' } }] : []),
      ...(keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ];
  };

  const operationOf = (name: string, area: string, call: CallSpec): Json => {
    const body = bodyOf(call);
    const isPublic = call.access.includes('public');
    return {
      operationId: name,
      tags: [area],
      summary: call.summary,
      description: [call.description, isPublic ? 'Open to everybody.' : `For: ${call.access.join(', ')}.`].filter(Boolean).join(' '),
      parameters: parametersOf(call),
      ...(body ? { requestBody: body } : {}),
      responses: {
        200: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } },
        ...(call.accepted
          ? { 202: { description: 'Not done yet', content: { 'application/json': { schema: schemaOf(call.accepted, 'output') } } } }
          : {}),
        ...problemsOf(call, isPublic),
      },
      security: isPublic ? [] : [{ session: [] }],
    };
  };

  const streamOf = (name: string, area: string, { summary, description, access, query, events, refuses }: StreamSpec): Json => ({
    operationId: name,
    tags: [area],
    summary,
    description: `${description} For: ${access.join(', ')}.`,
    parameters: [
      ...Object.entries(schemaOf(query, 'input').properties as Json).map(([field, schema]) => ({
        name: field,
        in: 'query',
        required: false,
        schema,
      })),
      { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: Object.entries(events)
          .map(([event, { summary: said }]) => `\`${event}\`: ${said}.`)
          .join(' '),
        content: { 'text/event-stream': { schema: { oneOf: Object.values(events).map(({ data }) => schemaOf(data, 'output')) } } },
      },
      ...problemsOf({ refuses }, false),
    },
    security: [{ session: [] }],
  });

  const problemsOf = (call: Pick<CallSpec, 'refuses' | 'keyed'>, isPublic: boolean): Json => {
    const special = Object.entries(call.refuses ?? {}).map(([code, status]) => ({ code, status: status as number }));
    const common = Object.entries(commonRefusals).map(([code, { status }]) => ({ code, status: status as number }));
    const byStatus = Object.groupBy(
      [...special, ...common].filter(
        ({ status, code }) => !(isPublic && status === 401) && !(code === 'idempotency_key_reused' && !call.keyed),
      ),
      ({ status }) => String(status),
    );
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, codes = []]) => [
        status,
        {
          description: `${statusTitles[Number(status)]}: ${codes.map(({ code }) => `\`${code}\``).join(', ')}`,
          content: { 'application/problem+json': { schema: problem } },
        },
      ]),
    );
  };

  const paths: Record<string, Json> = {};
  for (const { name, area, call } of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, area, call) };
  for (const { name, area, stream } of streams) paths[stream.path] = { get: streamOf(name, area, stream) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'JSE student portal',
      version: '1.0.0',
      description:
        'Every failure is a problem (RFC 9457): `detail` is the sentence for people, `code` is for programs. Money is in dollars, days are `YYYY-MM-DD`.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...calls, ...streams].map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', format: 'uuid' },
          description: 'The same key and body within 24 hours gives the first answer and repeats nothing.',
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  };
}

const studentChoice: { properties: Json; required?: string[] } = {
  properties: {
    student_id: { type: 'integer', minimum: 1, description: 'The student to act on: required of staff, not sent by students' },
  },
};

const fileField = (name: string) => ({
  properties: { [name]: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' } },
  required: [name],
});

/** References between schemas, from the form of a single schema to that of the components. */
function componentRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(componentRefs);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === 'id' && typeof value === 'string'))
      .map(([name, value]) => [
        name,
        name === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : componentRefs(value),
      ]),
  );
}
