const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Invisible characters, and characters that change the direction of the text after them. */
const UNSEEN = /\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Me}/u;
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const MARKUP_OR_PICTURE = /[<>]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * Whether a text is the name of the holder of a card or bank account, in any script: 1 to 100
 * characters.
 */
export const isHolderName = (text: string): boolean =>
  text.length <= 100 &&
  text.isWellFormed() &&
  LETTER_OR_DIGIT.test(text) &&
  !UNSEEN.test(text) &&
  !OVERRIDE.test(text) &&
  !MARKUP_OR_PICTURE.test(text);
