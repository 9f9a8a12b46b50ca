/** Returns the confirmation of a purchase of credits. */
export function thanksForCredits(credits: number): string {
  return (
    `Thank you. ${credits} ${credits === 1 ? 'credit was' : 'credits were'} added to your ` +
    'account.'
  );
}

/** 'credit' for exactly 1, otherwise 'credits'. */
export const creditsInWords = (credits: number): string =>
  `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
