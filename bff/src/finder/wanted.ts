/** A typed query: the person, and their page after ' / '. */
export interface TypedQuery {
  who: string;
  where: string;
}

const hasLetter = /\p{L}/u;

/** 'levi dana / transcripts' names the page too; '04 / 15 / 2004' is a day. */
export function typedQueryOf(typed: string): TypedQuery {
  const at = typed.indexOf(' /');
  const where = at < 0 ? '' : typed.slice(at + 2).trim();
  if (at < 0 || (where !== '' && !hasLetter.test(where))) return { who: typed.trim(), where: '' };
  return { who: typed.slice(0, at).trim(), where };
}
