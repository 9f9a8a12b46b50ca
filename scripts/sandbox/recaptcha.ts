import { type Request, type Response, Router } from 'express';

/**
 * The bot check's server side: every token passes but `fail`; a missing one is refused as by the
 * real service.
 */
export function createRecaptcha(now: () => number): Router {
  const router = Router();
  router.post('/siteverify', (req: Request, res: Response) => {
    const given: unknown =
      (req.body as Record<string, unknown> | undefined)?.response ?? req.query.response;
    if (typeof given !== 'string' || given === '')
      return void res.json({ success: false, 'error-codes': ['missing-input-response'] });
    if (given === 'fail')
      return void res.json({ success: false, 'error-codes': ['invalid-input-response'] });
    res.json({
      success: true,
      challenge_ts: new Date(now()).toISOString(),
      hostname: 'localhost',
      score: 0.9,
      action: 'submit',
    });
  });
  return router;
}
