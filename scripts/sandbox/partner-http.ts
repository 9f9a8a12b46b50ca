import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import * as z from 'zod';

/** A partner's refusal: status, a stable code and a sentence. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The refusal for something that the partner does not have. */
export function notFound(what: string): Refusal {
  return new Refusal(404, 'not_found', `${what} not found.`);
}

/** Reads JSON and form bodies. */
export function readsBodies(): RequestHandler[] {
  return [express.json({ limit: '1mb' }), express.urlencoded({ extended: false, limit: '1mb' })];
}

/** The body by its schema; throws a ZodError, which becomes a 422 naming the field. */
export function bodyOf<S extends z.ZodType>(schema: S, req: Request): z.infer<S> {
  return schema.parse(req.body ?? {});
}

/** One route parameter as text. */
export function parameter(req: Request, name: string): string {
  const value = req.params[name];
  return Array.isArray(value) ? value.join('/') : (value ?? '');
}

/** Errors of all partners but the card processor: `{ error: { code, message, field? } }`. */
export function answersErrors(
  error: unknown,
  _req: Request,
  res: Response,
  next: NextFunction,
): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  if (error instanceof Refusal)
    return void res
      .status(error.status)
      .json({ error: { code: error.code, message: error.message } });
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return void res.status(422).json({
      error: {
        code: 'invalid',
        message: issue?.message ?? 'Invalid.',
        field: issue?.path.join('.') ?? '',
      },
    });
  }
  const status =
    error !== null &&
    typeof error === 'object' &&
    'status' in error &&
    typeof error.status === 'number'
      ? error.status
      : 500;
  if (status >= 500) console.error(error);
  res.status(status).json({
    error: {
      code: status < 500 ? 'unreadable' : 'internal_error',
      message: status < 500 ? 'The request can not be read.' : 'The service failed.',
    },
  });
}

/** Field types that several partners share. */
export const fields = {
  text: z.string().trim().min(1).max(300),
  optionalText: z.string().trim().max(300).optional(),
  reference: z.union([z.string().trim().min(1).max(100), z.number().int()]).transform(String),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  score: z.number().min(0).max(100).nullable().default(null),
  /** Score as a form sends it: empty for none. */
  scoreTyped: z.preprocess(
    (typed) => (typed === '' || typed === undefined ? null : Number(typed)),
    z.number().min(0).max(100).nullable(),
  ),
  fourDigits: z.string().regex(/^\d{4}$/),
};
