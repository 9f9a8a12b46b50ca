// The fees until the office sets others in the catalogue, in cents.

/** The proctor of one sitting where no package says otherwise. R-188. */
export const FIRST_PROCTOR_FEE_CENTS = 1500;
/** A retake that the vendor approved. R-147. */
export const FIRST_RETAKE_FEE_CENTS = 6000;
