/** What the proctor of one sitting costs where nothing waives or lowers it, in cents. R-188. */
export const STANDARD_PROCTOR_FEE_CENTS = 1500;
