const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** What nobody sees, or what turns round what follows. */
const UNSEEN = /\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Me}/u;
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const MARKUP_OR_PICTURE = /[<>]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** The holder of a card or bank account, of any script, as it stands there: 1 to 100 characters. */
export const isHolderName = (text: string): boolean =>
  text.length <= 100 &&
  text.isWellFormed() &&
  LETTER_OR_DIGIT.test(text) &&
  !UNSEEN.test(text) &&
  !OVERRIDE.test(text) &&
  !MARKUP_OR_PICTURE.test(text);
